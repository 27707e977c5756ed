import { CloseIcon } from '#icons/icon.tsx';
import { StatusIcon } from '#icons/status-icon.tsx';
import { CopyButton } from './copy-button.tsx';
import type { Toast } from './toast-store.ts';
import styles from './toast.module.css';

/** One toast. Not a live region: the region announces its text (see `ToastRegion`). */
export function ToastCard({
  toast,
  dismiss,
  closeLabel,
}: {
  toast: Toast;
  dismiss: () => void;
  /** Name of the close button, such as 'Close'. */
  closeLabel: string;
}) {
  const { variant, message, detail, copy, action, onClick, icon, customComponent, dismissIn } = toast;
  const copyButton = copy ? <CopyButton {...copy} /> : null;
  if (customComponent) {
    return (
      <li className={styles.card} data-variant={variant}>
        <div className={styles.custom}>{customComponent(dismiss, dismissIn)}</div>
      </li>
    );
  }
  const words = (
    <>
      {message}
      {detail ? (
        <span className={styles.detail}>
          {detail}
          {onClick ? null : copyButton}
        </span>
      ) : null}
    </>
  );
  return (
    <li className={styles.card} data-variant={variant}>
      {icon === false ? null : (
        <span className={styles.icon}>{icon ?? <StatusIcon variant={variant} />}</span>
      )}
      {onClick ? (
        <button type="button" className={styles.message} onClick={() => onClick(dismiss)}>
          {words}
        </button>
      ) : (
        <p className={styles.message}>{words}</p>
      )}
      {/* A button has no other button in it. */}
      {onClick ? copyButton : null}
      {action ? (
        <button type="button" className={styles.action} onClick={() => action.onClick(dismiss)}>
          {action.label}
        </button>
      ) : (
        <button type="button" className={styles.close} aria-label={closeLabel} onClick={dismiss}>
          <CloseIcon />
        </button>
      )}
    </li>
  );
}
