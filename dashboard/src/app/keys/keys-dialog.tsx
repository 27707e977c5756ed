import { Dialog } from '@app/ui/dialog';

import { useTexts } from '#i18n/use-texts.ts';
import type { KeyBinding } from '#page/keys/use-keys.ts';

import styles from './keys-dialog.module.css';

/** Every key that can be pressed now. */
export function KeysDialog({
  open,
  onOpenChange,
  everywhere,
  here,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  everywhere: readonly KeyBinding[];
  /** The keys of the open screen. */
  here: readonly KeyBinding[];
}) {
  const { t } = useTexts();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      heading={t('frame.keys.title')}
      closeLabel={t('frame.close')}
      size="small"
    >
      <div className={styles.groups}>
        {here.length > 0 ? <KeyGroup heading={t('frame.keys.here')} bindings={here} /> : null}
        <KeyGroup heading={t('frame.keys.everywhere')} bindings={everywhere} />
      </div>
    </Dialog>
  );
}

function KeyGroup({ heading, bindings }: { heading: string; bindings: readonly KeyBinding[] }) {
  const { t } = useTexts();
  return (
    <section>
      <h3>{heading}</h3>
      <dl>
        {bindings.map(({ keys, label }) => (
          <div key={keys} className={styles.row}>
            <dt>{label}</dt>
            <dd>
              {keys.split(' ').map((key, index) => (
                // Two keys in a row are the same key twice at most.
                <span key={`${index}${key}`}>
                  {index > 0 ? <span className={styles.then}>{t('frame.keys.then')}</span> : null}
                  <kbd>{key.toUpperCase()}</kbd>
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
