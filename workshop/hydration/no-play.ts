/** Instead of `storybook/test`, which only a story's play needs: this page renders stories and plays none. */
export const fn =
  (work: (...given: readonly unknown[]) => unknown = () => undefined) =>
  (...given: readonly unknown[]): unknown =>
    work(...given);
export const [expect, userEvent, waitFor, within, screen, fireEvent, spyOn] = [] as undefined[];
