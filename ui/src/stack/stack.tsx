import type { ComponentProps } from 'react';
import styles from './stack.module.css';

type Arrangement = {
  /** 12, 20 or 32 px between the children. */
  gap?: 'tight' | 'regular' | 'wide';
  align?: 'stretch' | 'center';
  /** `quiet`: the lesser texts at the end of a screen. */
  tone?: 'quiet';
};

/** Things under one another at one distance: the body of a form or of a screen. Takes every attribute of a `div`. */
export function Stack({
  gap = 'regular',
  align = 'stretch',
  tone,
  ...rest
}: ComponentProps<'div'> & Arrangement) {
  return <div {...rest} className={styles.stack} data-gap={gap} data-align={align} data-tone={tone} />;
}

/** The same as a `<form>`. It posts, so that a page whose script failed never puts a password into the address. */
export function FormStack({
  gap = 'regular',
  align = 'stretch',
  tone,
  ...rest
}: ComponentProps<'form'> & Arrangement) {
  return (
    <form
      method="post"
      noValidate
      {...rest}
      className={styles.stack}
      data-gap={gap}
      data-align={align}
      data-tone={tone}
    />
  );
}
