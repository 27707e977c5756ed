/** What the documents of the build show until the app runs, as HTML. */
import type { Translate } from '@app/texts/translate.ts';
import { renderToStaticMarkup } from 'react-dom/server';

import type { TextKey } from '#i18n/text-key.ts';

import { FrameSkeleton } from './frame-skeleton.tsx';
import styles from './frame.module.css';

/** The frame's shape, and in its place the words for a browser without script. */
export const renderSkeleton = (t: Translate<TextKey<'frame'>>): string =>
  renderToStaticMarkup(
    <>
      <noscript>
        <div className={styles.noScript}>
          <h1>{t('frame.noScript.title')}</h1>
          <p>{t('frame.noScript.text')}</p>
          <a href="/login">{t('frame.noScript.logIn')}</a>
        </div>
      </noscript>
      <FrameSkeleton />
    </>,
  );
