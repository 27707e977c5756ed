/**
 * `npm run try bare`: the two commands of README.md on a bare machine. Makes a root of Debian 13 with git, Node 20 and
 * npm and nothing else, clones HEAD into it, and as its root user runs `npm start` until the pages answer, presses
 * Ctrl-C, looks for processes that are left, and runs `npm test`. Prints a line for each run; exit code 1 if one was
 * not green. After `--`: `--runs=3`, `--busy` for two busy loops beside, `--test='npm run check'` for another command
 * instead of `npm test`.
 *
 * A run has its own mounts and processes, which end with it, also when it is interrupted.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { root } from '#tools/command/root.mjs';
import { UserError, runCommand } from '#tools/command/user-error.mjs';
import { requireNode } from '#tools/install/node-version.mjs';
import { exitCodeOfSignal, run, stopOnSignals } from '#tools/processes/processes.mjs';

const packages = 'git,nodejs,npm,ca-certificates';
const certificates = '/etc/ssl/certs/ca-certificates.crt';

/** Runs `npm start` in a new process group, as a terminal does, and sends the group what Ctrl-C sends. */
const startAndStop = `
setsid npm start & job=$!
until node -e "
  const answers = ['login', 'dashboard', 'readyz'].map((path) => fetch('http://localhost:$PORT/' + path));
  Promise.all(answers).then((all) => process.exit(all.every(({ ok }) => ok) ? 0 : 1), () => process.exit(1));
"; do kill -0 $job || exit 1; sleep 1; done
kill -INT -$job
wait $job
code=$?
for file in /proc/[0-9]*/cmdline; do
  pid=\${file#/proc/}; pid=\${pid%/cmdline}
  [ $pid = 1 ] || { tr '\\0' ' ' < $file; echo "is left"; code=1; }
done 2> /dev/null
exit $code`;

const stopping = stopOnSignals();

await runCommand(async () => {
  requireNode();
  const { values } = parseArgs({
    options: {
      runs: { type: 'string', default: '1' },
      busy: { type: 'boolean', default: false },
      test: { type: 'string', default: 'npm test' },
    },
  });
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/mmdebstrap'))
    throw new UserError(
      'npm run try bare makes a root of Debian: run it as root, after apt-get install mmdebstrap.',
    );
  const folder = mkdtempSync(join(tmpdir(), 'bare-'));
  const busy = Array.from({ length: values.busy ? 2 : 0 }, () =>
    spawn(process.execPath, ['-e', 'for (;;);']),
  );
  try {
    const base = join(folder, 'base.tar');
    await must('mmdebstrap', ['--quiet', '--variant=minbase', `--include=${packages}`, 'trixie', base]);
    let green = true;
    for (let turn = 1; turn <= Number(values.runs) && stopping.signal === undefined; turn += 1) {
      const place = join(folder, `root-${turn}`);
      await must('mkdir', [place]);
      await must('tar', ['--extract', '--numeric-owner', '--file', base, '--directory', place]);
      await must('git', ['clone', '--quiet', '--no-local', root, join(place, 'root/product')]);
      for (const file of ['/etc/resolv.conf', certificates])
        if (existsSync(file)) copyFileSync(file, join(place, file));
      const started = await runIn(place, startAndStop);
      if (stopping.signal !== undefined) break;
      const tested = await runIn(place, values.test);
      green &&= started.code === 0 && tested.code === 0;
      const last = tested.output.trim().split('\n').at(-1);
      console.log(
        `run ${turn}${values.busy ? ', busy' : ''}: npm start ${verdict(started)}; ${values.test} ${verdict(tested)}: ${last}`,
      );
      if (started.code !== 0 || tested.code !== 0) {
        const file = join(tmpdir(), `bare-${process.pid}-${turn}.log`);
        writeFileSync(file, `${started.output}\n${tested.output}`);
        console.log(`The whole output is in ${file}; its end:\n${tested.output.slice(-3000).trim()}`);
      }
      rmSync(place, { recursive: true });
    }
    return stopping.signal === undefined ? Number(!green) : exitCodeOfSignal(stopping.signal);
  } finally {
    for (const loop of busy) loop.kill();
    rmSync(folder, { recursive: true, force: true });
  }
});

/**
 * Runs a command of the shell in the bare root, with its own mounts and processes, which end with it, and with npm's
 * settings of this machine.
 *
 * @param {string} place
 * @param {string} command
 */
async function runIn(place, command) {
  const enter = `mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && exec chroot "$0" /bin/sh -c "$1"`;
  const env = {
    PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: '/root',
    LANG: 'C.UTF-8',
    PORT: String(await freePort()),
    ...(await npmSettings()),
  };
  const inProduct = `cd /root/product\n${command}`;
  const own = ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', enter, place, inProduct];
  return run('unshare', own, { env, collect: true });
}

/** The registry, its proxy and its certificates, as this machine's npm has them. */
async function npmSettings() {
  const { output } = await run('npm', ['config', 'get', 'registry', 'cafile', 'proxy', 'https-proxy'], {
    cwd: root,
    collect: true,
  });
  const settings = [...output.matchAll(/^([\w-]+)=(.+)$/gm)].filter(([, , value]) => value !== 'null');
  return Object.fromEntries(
    settings.map(([, name = '', value]) => [`npm_config_${name.replace('-', '_')}`, value]),
  );
}

/** The port is free on this machine, with which the root shares its addresses. */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  server.close();
  await once(server, 'close');
  return port;
}

/**
 * @param {string} program
 * @param {string[]} args
 */
async function must(program, args) {
  const { code, output } = await run(program, args, { collect: true });
  if (code !== 0 && stopping.signal === undefined)
    throw new UserError(`${output.trim()}\n\n${program} failed; the reason is above.`);
}

/** @param {{ code: number | null, seconds: number }} ended */
function verdict({ code, seconds }) {
  return `${code === 0 ? 'ok' : 'FAILED'} (${seconds.toFixed(0)} s)`;
}
