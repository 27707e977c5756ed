/** Makes the current browser read a style sheet as the oldest browsers do. */
import { parse } from 'postcss';

import { supported } from './floor.ts';

/** A name that no browser knows: it drops what has it, or keeps it in a custom property until that is used. */
const unknown = (name: string): string => `newer-${name}`;
const isNewer = (key: string): boolean => supported.get(key) === false && !key.startsWith(outline);
/** Older Safari draws it without the round corners, so the data does not count it as supported. */
const outline = 'css.properties.outline';

/** The functions of values, by their names: a function is newer if none of its uses is supported. */
const functions = new Map<string, boolean>();
for (const [key, known] of supported) {
  const [, name] = /^css\.types\.(?:[\w-]+\.)*([\w-]+)$/.exec(key) ?? [];
  if (name !== undefined) functions.set(name, known || functions.get(name) === true);
}

const unitKey = (unit: string): string =>
  unit.startsWith('cq')
    ? 'container_query_length_units'
    : /^[dls]v/.test(unit)
      ? 'viewport_percentage_units_dynamic'
      : unit;

/** Strings, addresses, colours and custom names stay; then a function, a number with its unit, or a keyword. */
const tokens =
  /"[^"]*"|url\([^)]*\)|#[\da-f]+|--[\w-]+|(?<called>[a-z][\w-]*)(?=\()|(?<amount>\d*\.?\d+)(?<unit>[a-z]+)|(?<keyword>[a-z][\w-]*)/gi;

function olderValue(property: string, value: string): string {
  return value.replace(tokens, (token: string, ...found: unknown[]) => {
    const { called, amount, unit, keyword } = found.at(-1) as Record<string, string | undefined>;
    if (called !== undefined) return functions.get(called) === false ? unknown(called) : token;
    if (unit !== undefined)
      return isNewer(`css.types.length.${unitKey(unit)}`) ? `${amount}newer${unit}` : token;
    return keyword !== undefined && isNewer(`css.properties.${property}.${keyword}`) ? unknown(token) : token;
  });
}

/**
 * Renames whatever one of the oldest browsers does not know: rules, media features, selectors, properties, functions,
 * units and keywords. Names with a prefix stay, because each is for the browser that knows it.
 */
export function olderStyles(css: string): string {
  const root = parse(css);
  root.walkAtRules((rule) => {
    if (isNewer(`css.at-rules.${rule.name}`)) rule.name = unknown(rule.name);
    else if (rule.name === 'media')
      rule.params = rule.params.replace(/\(([\w-]+)([^)]*)/g, (whole, name: string, rest: string) => {
        const isRange = /[<>]/.test(rest) && isNewer('css.at-rules.media.range_syntax');
        const feature = name.replace(/^(?:min|max)-/, '');
        return isRange || isNewer(`css.at-rules.media.${feature}`) ? `(${unknown(name)}${rest}` : whole;
      });
    else if (rule.name === 'supports')
      rule.params = rule.params.replace(
        /\(([\w-]+):([^)]*)/g,
        (_, property: string, value: string) => `(${property}:${olderValue(property, value)}`,
      );
  });
  root.walkRules((rule) => {
    rule.selector = rule.selector.replace(/(::?)([\w-]+)/g, (whole, colons: string, name: string) =>
      isNewer(`css.selectors.${name}`) ? colons + unknown(name) : whole,
    );
  });
  root.walkDecls((declaration) => {
    const { prop, parent } = declaration;
    declaration.value = olderValue(prop, declaration.value);
    const inFont = parent?.type === 'atrule' && 'name' in parent && parent.name === 'font-face';
    if (isNewer(inFont ? `css.at-rules.font-face.${prop}` : `css.properties.${prop}`))
      declaration.prop = unknown(prop);
  });
  return root.toString();
}
