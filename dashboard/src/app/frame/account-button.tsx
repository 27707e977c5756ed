import { ownAccountEndpoints } from '@app/contract/dashboard/own-account.ts';
import { loadChunk, whenIdle } from '@app/session/pages/load-chunk.ts';
import { Avatar } from '@app/ui/avatar';
import { VisuallyHidden } from '@app/ui/visually-hidden';
import { useCallback, useEffect, useRef, useState } from 'react';

import { useRead } from '#calls/use-read.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { usePerson } from '#session/use-session.ts';

import styles from './frame.module.css';

const loadMenu = () => import('./account-menu.tsx');
type Loaded = Awaited<ReturnType<typeof loadMenu>>;

/**
 * The button of the account menu. The menu is loaded when the page is idle, or by the first press: it is not in the first
 * load, for which all of the overlays would be too much.
 */
export function AccountButton({ helpUrl, onShowKeys }: { helpUrl: string; onShowKeys: () => void }) {
  const { t } = useTexts();
  const { email } = usePerson();
  const account = useRead(ownAccountEndpoints.readAccount, {});
  const [Menu, setMenu] = useState<Loaded['AccountMenu']>();
  const [pressed, setPressed] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const [focused, setFocused] = useState(false);
  const show = useCallback((loaded: Loaded) => {
    setFocused(button.current !== null && document.activeElement === button.current);
    setMenu(() => loaded.AccountMenu);
  }, []);
  // A failure in the background is ignored: the first press tries again.
  const loadAhead = useCallback(() => void loadMenu().then(show, () => undefined), [show]);
  useEffect(() => whenIdle(loadAhead), [loadAhead]);

  const name = account.answer?.name || email;
  if (Menu)
    return (
      <Menu
        name={name}
        email={email}
        helpUrl={helpUrl}
        onShowKeys={onShowKeys}
        openAtFirst={pressed}
        focusAtFirst={focused}
      />
    );
  return (
    <button
      ref={button}
      type="button"
      className={styles.account}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={loadAhead}
      onClick={() => {
        setPressed(true);
        void loadChunk(loadMenu).then(show, () => undefined);
      }}
    >
      <Avatar name={name} size={32} decorative />
      <VisuallyHidden>{t('frame.account.menu')}</VisuallyHidden>
    </button>
  );
}
