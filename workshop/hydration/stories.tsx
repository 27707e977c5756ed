/** Every story of the library as one element, without Storybook: for a page that is prerendered and hydrated. */
import { UiProvider } from '@app/ui/provider';
import type { ComponentType, ReactNode } from 'react';

type Args = Record<string, unknown>;
type Annotations = {
  args?: Args;
  render?: (args: Args, context: { args: Args; globals: Args }) => ReactNode;
  decorators?: Decorator | Decorator[];
};
type Decorator = (Story: ComponentType, context: { args: Args; globals: Args }) => ReactNode;
type Meta = Annotations & { title: string; component?: ComponentType<Args> };
type StoryFile = { default: Meta } & Record<string, Annotations | Meta>;

export type ShownStory = { id: string; title: string; name: string; element: ReactNode };

const files = import.meta.glob<StoryFile>('../../ui/src/**/*.stories.tsx', { eager: true });

/** All stories in the order of their files. */
export const stories: readonly ShownStory[] = Object.values(files).flatMap(({ default: meta, ...named }) =>
  Object.entries(named).map(([name, story]) => ({
    id: `${meta.title}-${name}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
    title: meta.title,
    name,
    element: <UiProvider>{compose(meta, story)}</UiProvider>,
  })),
);

/** What Storybook does with a story: merges the arguments, renders it, and puts the decorators around it. */
function compose(meta: Meta, story: Annotations): ReactNode {
  const args = { ...meta.args, ...story.args };
  const context = { args, globals: {} };
  const render = story.render ?? meta.render;
  const { component: Component } = meta;
  const Inner = () => (render ? render(args, context) : Component && <Component {...args} />);
  const decorators = [story.decorators ?? [], meta.decorators ?? []].flat();
  const Decorated = decorators.reduce<ComponentType>(
    (Story, decorator) => () => decorator(Story, context),
    Inner,
  );
  return <Decorated />;
}
