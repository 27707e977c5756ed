/** Runs npm and collects what it writes. */
import { root } from '#tools/command/root.mjs';
import { run } from '#tools/processes/processes.mjs';

/** The npm that started this command, or the one in the path. @param {readonly string[]} args */
export function runNpm(args) {
  const npm = process.env.npm_execpath;
  const options = { cwd: root, collect: true };
  return npm?.endsWith('.js')
    ? run(process.env.npm_node_execpath ?? process.execPath, [npm, ...args], options)
    : run('npm', args, options);
}
