import { seconds } from '@app/contract/fields/durations.ts';
import { useToast } from '@app/ui/toast';

import { type CallFailure, failureWords } from '#calls/dashboard-client.ts';
import { useTexts } from '#i18n/use-texts.ts';

/** How long a change can be undone from its toast. */
const undoTime = seconds(10);

export interface Say {
  /** A change is done. With `undo`, the toast offers to take it back for ten seconds. */
  readonly done: (message: string, options?: { undo?: () => void; detail?: string }) => void;
  /** A change failed; the toast stays until it is dismissed. */
  readonly failed: (failure: CallFailure, words?: string) => void;
}

/** Says in a toast what came of a change. */
export function useSay(): Say {
  const { t } = useTexts();
  const { showToast } = useToast();
  return {
    done(message, { undo, detail } = {}) {
      showToast({
        variant: 'success',
        message,
        detail,
        ...(undo && {
          dismissIn: undoTime,
          action: {
            label: t('frame.undo'),
            onClick(dismiss) {
              dismiss();
              undo();
            },
          },
        }),
      });
    },
    failed(failure, words) {
      const code = failure.supportCode;
      showToast({
        variant: 'critical',
        message: words ?? t(failureWords(failure)),
        ...(code && {
          detail: t('frame.failures.supportCode', { code }),
          copy: { text: code, label: t('frame.copy'), copiedLabel: t('frame.copied') },
        }),
      });
    },
  };
}
