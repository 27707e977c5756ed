/** What is tried through nginx, each with what should come. */
import { randomUUID } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import { endpoints } from '@app/contract/calls/endpoints.ts';
import { challengeFromWire } from '@app/contract/calls/wire-names.ts';

import { tally } from '#test/drivers/outcome.ts';

import { hostname, type Deployment } from './deployment.ts';
import { type H2Answer, openH2 } from './h2-client.ts';
import { direct, forged, mailedCode, tls, until } from './steps.ts';

interface Try {
  readonly expected: string;
  readonly came: string;
  /** What is told besides, such as a count that no rule names. */
  readonly more?: string;
}

const password = 'Kestrel-Harbour-27!';
const signInPath = endpoints.signInWithPassword.path;
const json = ({ body }: H2Answer): unknown => JSON.parse(body.toString());

export const tries: Record<string, (deployment: Deployment) => Promise<Try>> = {
  async 'TLS: protocol, HTTP version'(deployment) {
    const socket = await tls(deployment, hostname);
    const came = socket instanceof Error ? socket.message : `${socket.getProtocol()}, ${socket.alpnProtocol}`;
    if (!(socket instanceof Error)) socket.destroy();
    return { expected: 'TLSv1.3, h2', came };
  },
  async 'TLS: another name, and an old protocol'(deployment) {
    const other = await tls(deployment, 'other.example');
    const old = await tls(deployment, hostname, { maxVersion: 'TLSv1.1', minVersion: 'TLSv1' });
    const came = [other, old].map((each) => (each instanceof Error ? 'refused' : 'accepted')).join(', ');
    return { expected: 'refused, refused', came };
  },
  async 'the login page and its headers'(deployment) {
    const client = openH2(deployment);
    const { status, headers } = await client.request('/login', { headers: { 'accept-encoding': 'br' } });
    client.close();
    const present = [
      'strict-transport-security',
      'content-security-policy',
      'x-content-type-options',
      'referrer-policy',
    ].filter((name) => headers[name] !== undefined).length;
    return {
      expected: '200, br, 4 of 4 headers, server: nginx',
      came: `${status}, ${String(headers['content-encoding'])}, ${present} of 4 headers, server: ${String(headers['server'])}`,
    };
  },
  async 'every script and style of the page comes in brotli, kept for a year'(deployment) {
    const client = openH2(deployment);
    const page = (await client.request('/login')).body.toString();
    const files = [
      ...new Set([...page.matchAll(/["'](\/assets\/[^"']+\.(?:js|css))["']/g)].map(([, file = '']) => file)),
    ];
    const answers = await Promise.all(
      files.map((file) => client.request(file, { headers: { 'accept-encoding': 'gzip, br' } })),
    );
    client.close();
    const right = answers.filter(
      ({ status, headers, body }) =>
        status === 200 &&
        headers['content-encoding'] === 'br' &&
        String(headers['cache-control']).includes('immutable') &&
        brotliDecompressSync(body).length > body.length,
    ).length;
    return {
      expected: `${Math.max(1, files.length)} of ${files.length} files`,
      came: `${right} of ${files.length} files`,
    };
  },
  async 'sign-in by password and mailed code, account, sign-out'(deployment) {
    const client = openH2(deployment);
    const email = 'ada@kestrel.example';
    await deployment.addAccount(email, password);
    const opened = await client.post(signInPath, { email, password });
    const session = challengeFromWire(json(opened))?.session;
    const code = await mailedCode(deployment, email);
    const verified = await client.post(endpoints.verifyCode.path, { email, code, session });
    const tokens = json(verified) as { access_token: string; refresh_token: string };
    const account = () =>
      client.request(endpoints.readAccount.path, {
        headers: { authorization: `Bearer ${tokens.access_token}` },
      });
    const read = await account();
    const out = await client.post(endpoints.revokeTokens.path, { refreshToken: tokens.refresh_token });
    const after = await account();
    client.close();
    const came = [opened, verified, read, out, after].map(({ status }) => status).join(' ');
    return { expected: '200 200 200 204 401', came };
  },
  async 'both instances answer'(deployment) {
    const client = openH2(deployment);
    await Promise.all(Array.from({ length: 40 }, () => client.post(endpoints.issueDeviceToken.path, {})));
    client.close();
    const served = () =>
      deployment.instances.filter((instance) => instance.output().includes('"call":"issueDeviceToken"'));
    await until(() => served().length === 2);
    return { expected: '2 of 2', came: `${served().length} of 2` };
  },
  async 'the client is who nginx sees, whatever X-Forwarded-For says'(deployment) {
    const client = openH2(deployment, '127.0.0.9');
    await client.post(endpoints.resendCode.path, { email: 'nobody-knows@kestrel.example' }, forged);
    client.close();
    // Past nginx, from an address that is not in TRUSTED_PROXIES: nothing is believed.
    const [instance] = deployment.instances;
    await direct(instance.port, '127.0.0.7', endpoints.resendCode.path);
    const clients = () =>
      deployment.instances
        .flatMap((each) => each.output().split('\n'))
        .filter((line) => line.includes('"call":"resendCode"'))
        .map((line) => (JSON.parse(line) as { client: string }).client);
    // A line is written in the moment after its answer.
    await until(() => clients().length === 2);
    return { expected: '127.0.0.7, 127.0.0.9', came: clients().toSorted().join(', ') };
  },
  async 'bodies of 100 KB (the service) and 6 MB (nginx)'(deployment) {
    const client = openH2(deployment);
    const [service, nginx] = [
      await client.post(signInPath, { email: 'x'.repeat(100_000), password }),
      await client
        .post(signInPath, { email: 'x'.repeat(6_000_000), password })
        .catch((error: Error) => ({ status: error.message })),
    ];
    client.close();
    return { expected: '413, 413', came: `${service.status}, ${nginx.status}` };
  },
  async 'figures and readiness from outside'(deployment) {
    const client = openH2(deployment);
    const answers = await Promise.all(['/metrics', '/readyz'].map((path) => client.request(path)));
    client.close();
    return { expected: '404, 404', came: answers.map(({ status }) => status).join(', ') };
  },
  async 'an instance is killed: a sign-in goes on at the other, 60 requests after it'(deployment) {
    const client = openH2(deployment);
    const email = 'bea@kestrel.example';
    await deployment.addAccount(email, password);
    const session = challengeFromWire(json(await client.post(signInPath, { email, password })))?.session;
    const code = await mailedCode(deployment, email);
    await deployment.instances[0].end('SIGKILL');
    const verified = await client.post(endpoints.verifyCode.path, { email, code, session });
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => client.post(endpoints.issueDeviceToken.path, {})),
    );
    client.close();
    await deployment.instances[0].start();
    return {
      expected: '200, then {"200":60}',
      came: `${verified.status}, then ${JSON.stringify(tally(answers.map(({ status }) => String(status))))}`,
    };
  },
  async 'each instance is stopped and started again under requests'(deployment) {
    const statuses: string[] = [];
    let isOver = false;
    /** Each has a different address, so that no limit answers. */
    let connections = 256;
    const load = Array.from({ length: 4 }, async () => {
      // A new connection after some requests, as nginx asks of a client after many.
      while (!isOver) {
        connections += 1;
        const client = openH2(deployment, `127.0.${connections >> 8}.${connections & 255}`);
        for (let count = 0; count < 100 && !isOver; count += 1) {
          const answer = await client
            .post(endpoints.issueDeviceToken.path, {}, { 'idempotency-key': randomUUID() })
            .catch((error: Error) => ({ status: error.message }));
          statuses.push(String(answer.status));
        }
        client.close();
      }
    });
    const exits: (number | null)[] = [];
    for (const instance of deployment.instances) {
      exits.push(await instance.end('SIGTERM'));
      await instance.start();
    }
    isOver = true;
    await Promise.all(load);
    const failed = statuses.filter((status) => status !== '200').length;
    return {
      expected: 'exits 0 0, 0 failed',
      came: `exits ${exits.join(' ')}, ${failed} failed`,
      more: `of ${statuses.length} requests`,
    };
  },
  async 'no instance answers: what the apps understand, a page for people, and then again'(deployment) {
    for (const instance of deployment.instances) await instance.end('SIGKILL');
    const client = openH2(deployment);
    const calls = [
      await client.request('/auth/v2/devices'),
      await client.post(endpoints.issueDeviceToken.path, {}),
      await client.post(endpoints.issueDeviceToken.path, {}, { 'idempotency-key': randomUUID() }),
    ].map((answer) => {
      const { error } = json(answer) as { error: { name: string } };
      return `${answer.status} ${error.name} after ${String(answer.headers['retry-after'])}`;
    });
    const page = await client.request('/login', { headers: { accept: 'text/html,*/*;q=0.8' } });
    const isPage = page.body.toString().includes('<h1>The sign-in is not available at the moment</h1>');
    for (const instance of deployment.instances) await instance.start();
    const again = await client.request('/login');
    client.close();
    return {
      expected: '503 unavailable after 2, a page with 503 text/html; charset=utf-8, 200',
      came: `${[...new Set(calls)].join(' | ')}, ${isPage ? 'a page' : 'no page'} with ${page.status} ${String(page.headers['content-type'])}, ${again.status}`,
    };
  },
  async 'files that the instances wrote into the release, which an image has read-only'({ changedFiles }) {
    return { expected: '0', came: String(changedFiles().length) };
  },
};
