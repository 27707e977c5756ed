import type { ComponentProps } from 'react';
import { classNames } from '#class-names.ts';
import styles from './stack.module.css';

/** How a stack arranges its children. */
export type StackArrangement = {
  /** 12, 20 or 32 px between the children. */
  gap?: 'tight' | 'regular' | 'wide';
  /** `center` also centres the text. */
  align?: 'stretch' | 'center';
  /** `quiet`: the secondary texts at the end of a screen. */
  tone?: 'quiet';
};

export type StackProps = ComponentProps<'div'> & StackArrangement;

/** A column with equal gaps: the body of a form or a screen. Accepts every attribute of a `div`. */
export function Stack({ gap = 'regular', align = 'stretch', tone, className, ...rest }: StackProps) {
  return (
    <div
      {...rest}
      className={classNames(styles.stack, className)}
      data-gap={gap}
      data-align={align}
      data-tone={tone}
    />
  );
}

export type FormStackProps = ComponentProps<'form'> & StackArrangement;

/**
 * A stack that is a `<form>`. Its method is post, so that a page without script never puts a password into the address.
 * Accepts every attribute of a `form`.
 */
export function FormStack({ gap = 'regular', align = 'stretch', tone, className, ...rest }: FormStackProps) {
  return (
    <form
      method="post"
      noValidate
      {...rest}
      className={classNames(styles.stack, className)}
      data-gap={gap}
      data-align={align}
      data-tone={tone}
    />
  );
}
