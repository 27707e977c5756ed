import * as limits from '@app/contract/fields/limits.ts';
import { Banner } from '@app/ui/banner';
import { Button } from '@app/ui/button';

import { useTexts } from '#i18n/use-texts.ts';
import styles from '#screens/invitations/invitations.module.css';
import type { ReadList } from '#screens/invitations/reading/read-list.ts';

/** How many of the addresses that were left out are named. */
const named = 10;

/** What became of the list that was added last: how many people came in, and what was left out. */
export function ListNotices({
  told,
  onAdd,
}: {
  told: ReadList | undefined;
  onAdd: (leftOut: readonly string[]) => void;
}) {
  const { t, formats } = useTexts('invitations');
  const added = told?.people.length ?? 0;
  const leftOut = told?.leftOut ?? [];
  return (
    <>
      <p role="status" className={styles.note} hidden={told === undefined}>
        {told &&
          (added > 0
            ? t('invitations.inviting.added', { count: added, n: formats.number(added) })
            : told.isCut
              ? t('invitations.inviting.full', { max: formats.number(limits.invitedAtOnce) })
              : t('invitations.inviting.file.nobody'))}
      </p>
      {told?.isCut && added > 0 && (
        <Banner variant="warning">{t('invitations.inviting.cut', { max: formats.number(added) })}</Banner>
      )}
      {leftOut.length > 0 && (
        <Banner
          variant="warning"
          action={
            <Button variant="secondary" size="xSmall" onClick={() => onAdd(leftOut)}>
              {t('invitations.inviting.add')}
            </Button>
          }
        >
          {t('invitations.inviting.leftOut', {
            count: leftOut.length,
            n: formats.number(leftOut.length),
            list: `${leftOut.slice(0, named).join(', ')}${leftOut.length > named ? ', …' : ''}`,
          })}
        </Banner>
      )}
    </>
  );
}

/** Says how many rows are left out because something is wrong with them. */
export function BrokenRows({
  count,
  onShow,
  onRemove,
}: {
  count: number;
  onShow: () => void;
  onRemove: () => void;
}) {
  const { t, formats } = useTexts('invitations');
  return (
    <Banner
      variant="warning"
      action={
        <span className={styles.buttons}>
          <Button variant="secondary" size="xSmall" onClick={onShow}>
            {t('invitations.inviting.rows.showBroken')}
          </Button>
          <Button variant="secondary" size="xSmall" onClick={onRemove}>
            {t('invitations.inviting.rows.removeBroken')}
          </Button>
        </span>
      }
    >
      {t('invitations.inviting.left', { count, n: formats.number(count) })}
    </Banner>
  );
}
