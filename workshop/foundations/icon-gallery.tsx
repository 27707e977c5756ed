import type { ComponentType } from 'react';

import styles from './foundations.module.css';

type AnyIcon = ComponentType<Record<string, unknown>>;

const modules = import.meta.glob<Record<string, AnyIcon>>(['../../ui/src/icons/*.tsx'], { eager: true });

/** The icons that have more than one shape, with the props of each. */
const shapes: Record<string, Record<string, unknown>[]> = {
  EyeIcon: [{}, { crossed: true }],
  StatusIcon: ['info', 'success', 'warning', 'error', 'critical'].map((variant) => ({ variant })),
};

const icons = Object.entries(modules).flatMap(([path, exported]) =>
  Object.entries(exported)
    .filter(([name]) => /.Icon$/.test(name))
    .map(([name, Shape]) => ({ name, Shape, entry: path.replace(/.*\/(.*)\.tsx$/, '@app/ui/icons/$1') })),
);

/** Every icon of the library with its name. A new file in `ui/src/icons` appears automatically. */
export function IconGallery() {
  return (
    <div className={`sb-unstyled ${styles.scroll}`}>
      <ul className={styles.gallery}>
        {icons.flatMap(({ name, Shape, entry }) =>
          (shapes[name] ?? [{}]).map((props) => (
            <li key={`${name} ${JSON.stringify(props)}`} title={entry}>
              <Shape {...props} />
              <code>
                {name}{' '}
                {Object.values(props)
                  .map((value) => (value === true ? 'crossed' : String(value)))
                  .join(' ')}
              </code>
            </li>
          )),
        )}
      </ul>
    </div>
  );
}
