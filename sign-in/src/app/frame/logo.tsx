import { useEffect, useRef, useState } from 'react';
import styles from './logo.module.css';

/**
 * The logo: the reseller's picture in a box of 160 by 40 px, or its name when the picture does not load. Without a
 * picture: the neutral mark and the name. The picture is an `<img>`, because inline SVG could contain script.
 */
export function Logo({ name, imageUrl }: { name: string; imageUrl?: string | undefined }) {
  const [failed, setFailed] = useState(false);
  const picture = useRef<HTMLImageElement>(null);

  // In a prerendered page the picture can fail before hydration.
  useEffect(() => {
    if (picture.current?.complete && picture.current.naturalWidth === 0) setFailed(true);
  }, []);

  if (imageUrl && !failed) {
    return (
      <span className={styles.logo}>
        <img
          ref={picture}
          src={imageUrl}
          alt={name}
          width={160}
          height={40}
          onError={() => setFailed(true)}
        />
      </span>
    );
  }
  return (
    <span className={styles.logo}>
      {imageUrl ? null : <Mark />}
      {name}
    </span>
  );
}

function Mark() {
  return (
    <svg
      className={styles.mark}
      viewBox="0 0 32 32"
      stroke="currentColor"
      strokeWidth="2.2"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M10 14v4m4-8v12m4-9v6m4-8v10" />
    </svg>
  );
}
