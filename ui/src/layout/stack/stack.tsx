import type { ComponentProps } from 'react';
import styles from './stack.module.css';

type Arrangement = {
  /** 12, 20 or 32 px between the children. */
  gap?: 'tight' | 'regular' | 'wide';
  align?: 'stretch' | 'center';
  /** `quiet`: the secondary texts at the end of a screen. */
  tone?: 'quiet';
};

/** A column with equal gaps: the body of a form or a screen. Accepts every attribute of a `div`. */
export function Stack({
  gap = 'regular',
  align = 'stretch',
  tone,
  ...rest
}: ComponentProps<'div'> & Arrangement) {
  return <div {...rest} className={styles.stack} data-gap={gap} data-align={align} data-tone={tone} />;
}

/** A stack that is a `<form>`. Its method is post, so that a page without script never puts a password into the address. */
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
