/**
 * `npm run try component-faults`: the mutation round of the component library (docs/decisions/component-tests.md). Seeds the
 * faults of `workshop/faults/` one at a time and runs the tests that should catch each, in one Vitest that stays open; a
 * fault that no test catches survives, and fails the command. A word after `--` limits it to the files whose paths
 * contain it. A signal takes the seeded fault out, too.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createVitest, type TestModule, type Vitest } from 'vitest/node';

type Fault = {
  /** What is wrong after it is seeded. */
  name: string;
  file: string;
  /** A text that the file has once. */
  find: string;
  replace: string;
  /** The folders or files whose tests should catch it; the folder of the file unless they are given. */
  tests?: string[];
};

const root = join(import.meta.dirname, '..');
const [wanted = ''] = process.argv.slice(2);

const faults = globSync(join(import.meta.dirname, 'faults/*.json'))
  .toSorted()
  .flatMap((path) => JSON.parse(readFileSync(path, 'utf8')) as Fault[])
  .filter(({ file }) => file.includes(wanted));
if (faults.length === 0)
  throw new Error(`No fault of workshop/faults is in a file with ${wanted} in its path.`);

// Storybook's plugin looks for it, as Vitest's own command sets it.
process.env['VITEST'] = 'true';
// Some faults are found by the stories' pictures.
process.env['PROOF'] = '1';
const vitest = await createVitest({
  root,
  watch: true,
  project: ['ui', 'components', 'stories'],
  // A fault may let a test wait for something that never comes, so it waits less long than usual.
  testTimeout: 15_000,
  expect: { poll: { timeout: 5_000 } },
  bail: 1,
  update: false,
  reporters: [{}],
});
/** Takes the seeded fault out of its file; nothing while none is seeded. */
let takeOut = () => {};
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    takeOut();
    process.exit(1);
  });
let survived = 0;
for (const fault of faults) {
  const caught = await tryFault(vitest, fault);
  if (caught === undefined) survived += 1;
  console.log(`${caught === undefined ? 'SURVIVED' : 'caught  '} ${fault.name}\n         ${caught ?? ''}`);
}
await vitest.close();
console.log(`\n${faults.length - survived} caught, ${survived} survived`);
process.exit(Number(survived > 0));

/** Seeds one fault, runs its tests, and takes it out again. Returns the name of the first test that failed. */
async function tryFault(runner: Vitest, { name, file, find, replace, tests = [`${dirname(file)}/`] }: Fault) {
  const path = join(root, file);
  const text = readFileSync(path, 'utf8');
  if (text.split(find).length !== 2) throw new Error(`${name}: ${file} does not have its text once.`);
  const specifications = await runner.globTestSpecifications(tests);
  if (specifications.length === 0) throw new Error(`${name}: no test in ${tests.join(', ')}.`);
  const write = (content: string) => {
    writeFileSync(path, content);
    forget(runner, path);
  };
  takeOut = () => {
    write(text);
    takeOut = () => {};
  };
  try {
    write(text.replace(find, () => replace));
    // The result has the files of earlier runs, too.
    const own = new Set(specifications.map(({ moduleId }) => moduleId));
    for (let tries = 1; ; tries += 1) {
      const { testModules } = await runner.runTestSpecifications(specifications);
      const ran = testModules.filter(({ moduleId }) => own.has(moduleId));
      const failure = ran.map(firstFailure).find((found) => found !== undefined);
      // Without a failure every test must have run: what was cut short says nothing.
      if (failure !== undefined || tries === 3 || ran.every((each) => each.state() === 'passed'))
        return failure;
    }
  } finally {
    takeOut();
  }
}

/** Lets every server of Vitest read a file again, those of the browsers too. */
function forget(runner: Vitest, path: string) {
  runner.invalidateFile(path);
  for (const { moduleGraph } of runner.projects.flatMap(({ browser }) =>
    browser ? Object.values(browser.vite.environments) : [],
  ))
    for (const module of moduleGraph.getModulesByFile(path) ?? []) moduleGraph.invalidateModule(module);
}

/** The first failed test of a file. A file that could not be loaded says nothing about the fault. */
function firstFailure(file: TestModule): string | undefined {
  for (const test of file.children.allTests('failed')) return test.fullName;
  return undefined;
}
