import type { ListedGroup, ListedOption } from '#forms/options/options.ts';

/** The most options in a list: more are not read, and each takes time to render. */
export const mostOptions = 100;

/** The options that match, at most `mostOptions` of them besides the chosen ones. Empty groups are left out. */
export function narrowOptions<Option>(
  groups: readonly ListedGroup<Option>[],
  matches: (option: ListedOption<Option>) => boolean,
  isChosen: (value: string) => boolean,
): { groups: ListedGroup<Option>[]; cut: boolean } {
  let matching = 0;
  let cut = false;
  const narrowed = groups.map(({ label, options }) => ({
    label,
    options: options.filter((option) => {
      if (!matches(option)) return false;
      matching += 1;
      const listed = matching <= mostOptions || isChosen(option.value);
      if (!listed) cut = true;
      return listed;
    }),
  }));
  return { groups: narrowed.filter(({ options }) => options.length > 0), cut };
}
