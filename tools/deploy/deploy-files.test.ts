/** The files of deploy/ agree with the product and keep to what `docs/scaling.md` says of them. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';

import { root } from '#tools/command/root.mjs';

const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const yamlFiles = globSync('deploy/**/*.yaml', { cwd: root }).sort();

/** Every document of a file; anything that YAML warns of is a fault, such as a key that is written twice. */
function documentsOf(file: string): unknown[] {
  return parseAllDocuments(read(file), { merge: true }).map((document) => {
    expect([file, ...document.errors, ...document.warnings]).toEqual([file]);
    return document.toJS() as unknown;
  });
}

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata?: { readonly name: string };
  readonly spec?: Readonly<Record<string, unknown>>;
  readonly data?: Readonly<Record<string, string>>;
  readonly stringData?: Readonly<Record<string, string>>;
  readonly resources?: readonly string[];
}
const manifests = new Map(
  yamlFiles
    .filter((file) => file.startsWith('deploy/kubernetes/'))
    .flatMap((file) => documentsOf(file) as Manifest[])
    .map((manifest) => [`${manifest.kind} ${manifest.metadata?.name ?? ''}`.trim(), manifest]),
);
const manifest = (name: string): Manifest => {
  const found = manifests.get(name);
  if (found === undefined) throw new Error(`there is no ${name}`);
  return found;
};
interface Container {
  readonly image: string;
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly resources: { readonly requests: object; readonly limits: object };
  readonly securityContext: unknown;
  readonly livenessProbe: Probe;
  readonly readinessProbe: Probe;
  readonly startupProbe: Probe;
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
}
interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string; readonly httpHeaders: unknown };
}
interface PodSpec {
  readonly terminationGracePeriodSeconds: number;
  readonly automountServiceAccountToken: boolean;
  readonly securityContext: unknown;
  readonly containers: readonly [Container];
  readonly volumes: readonly { readonly name: string }[];
}
interface Template {
  readonly template: { readonly metadata: { readonly labels: unknown }; readonly spec: PodSpec };
}
const podTemplate = () => (manifest('Deployment sign-in').spec as unknown as Template).template;
const podSpec = (): PodSpec => podTemplate().spec;

/** The settings that the service knows. */
const settingNames = new Set(
  [...read('service/src/settings/setting-variables.ts').matchAll(/^ {2}([A-Z][A-Z_]+): v\./gm)].map(
    ([, name]) => name,
  ),
);
const unknownSettings = (names: readonly string[]) => names.filter((name) => !settingNames.has(name));

test('every file of deploy/ is YAML without a fault', () => {
  expect(yamlFiles.flatMap(documentsOf).length).toBeGreaterThan(8);
  expect(settingNames.size).toBeGreaterThan(30);
});

test('the image is built from every workspace, runs without root, and its entry is the service', () => {
  const lines = read('deploy/Containerfile');
  const { workspaces, version } = JSON.parse(read('package.json')) as {
    workspaces: string[];
    version: string;
  };
  const copied = [...lines.matchAll(/^COPY (\S+)\/package\.json \1\/$/gm)].map(([, workspace]) => workspace);
  expect(copied).toEqual(workspaces);
  expect(lines).toMatch(/^FROM \S+ AS build$/m);
  const last = lines.slice(lines.lastIndexOf('\nFROM '));
  expect(last).toMatch(/^FROM \S+:nonroot$/m);
  expect(last).toContain('\nUSER 65532:65532\n');
  expect(last).not.toMatch(/^(?:RUN|ADD) /m);
  expect(last).toContain('ENTRYPOINT ["/app/bin/node", "--max-semi-space-size=8", "service/src/main.js"]');
  expect(lines).toContain(`northline-sign-in:${version}`);
  expect(JSON.stringify(documentsOf('deploy/compose.yaml'))).toContain(`northline-sign-in:${version}`);
  expect(podSpec().containers[0].image).toMatch(new RegExp(`:${version}$`));
  const given = [...last.matchAll(/^(?:ENV)? +([A-Z_]+)=/gm)].map(([, name = '']) => name);
  expect(given).toContain('METRICS_PORT');
  expect(unknownSettings(given)).toEqual([]);
});

test('compose: two hardened instances of one service, a database without a way out, and nginx believed alone', () => {
  const [compose] = documentsOf('deploy/compose.yaml') as [
    {
      services: Record<'database' | 'service-1' | 'service-2' | 'nginx', Record<string, unknown>>;
      networks: Record<string, { internal?: boolean }>;
      secrets: Record<string, unknown>;
    },
  ];
  const { services, networks, secrets } = compose;
  expect(Object.keys(services)).toEqual(['database', 'service-1', 'service-2', 'nginx']);
  for (const name of ['service-1', 'service-2', 'nginx'] as const)
    expect(services[name]).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
  expect(services['service-1']).toEqual(services['service-2']);
  expect(services.database['networks']).toEqual(['inside']);
  expect(networks['inside']?.internal).toBe(true);
  const address = (services.nginx['networks'] as { inside: { ipv4_address: string } }).inside.ipv4_address;
  const environment = services['service-1']['environment'] as Record<string, string>;
  expect(environment['TRUSTED_PROXIES']).toBe(address);
  const example = [...read('deploy/environment.example').matchAll(/^([A-Z_]+)=/gm)].map(
    ([, name = '']) => name,
  );
  expect(unknownSettings([...Object.keys(environment), ...example])).toEqual([]);
  const used = Object.values(services).flatMap((service) => (service['secrets'] ?? []) as string[]);
  expect([...new Set(used)].sort()).toEqual(Object.keys(secrets).sort());
  expect(read('deploy/nginx/site/upstream.conf').match(/^ {2}server (\S+)/gm)).toEqual([
    '  server service-1:4000',
    '  server service-2:4000',
  ]);
});

test('Kubernetes: the list of manifests is complete, and each selector finds the pods', () => {
  const { resources = [] } = manifest('Kustomization');
  const files = yamlFiles
    .filter((file) => file.startsWith('deploy/kubernetes/') && !/kustomization|example/.test(file))
    .map((file) => file.replace('deploy/kubernetes/', ''));
  expect([...resources].sort()).toEqual(files.sort());
  const { labels } = podTemplate().metadata;
  const selectors = [
    manifest('Deployment sign-in').spec?.['selector'],
    manifest('PodDisruptionBudget sign-in').spec?.['selector'],
    manifest('NetworkPolicy sign-in').spec?.['podSelector'],
    { matchLabels: manifest('Service sign-in').spec?.['selector'] },
    { matchLabels: manifest('Service sign-in-metrics').spec?.['selector'] },
  ];
  expect(selectors).toEqual(selectors.map(() => ({ matchLabels: labels })));
});

test('Kubernetes: pods are restricted, bounded and probed, and end in time', () => {
  const pod = podSpec();
  const [container] = pod.containers;
  expect(pod.automountServiceAccountToken).toBe(false);
  expect(pod.securityContext).toMatchObject({
    runAsNonRoot: true,
    runAsUser: 65532,
    seccompProfile: { type: 'RuntimeDefault' },
  });
  expect(container.securityContext).toEqual({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  });
  expect(container.resources).toEqual({
    requests: { cpu: expect.any(String), memory: expect.any(String) },
    limits: { memory: expect.any(String) },
  });
  // A probe with a pod's address as its host would be answered with 421.
  for (const probe of [container.livenessProbe, container.readinessProbe, container.startupProbe])
    expect(probe.httpGet).toMatchObject({
      port: 'http',
      httpHeaders: [{ name: 'Host', value: 'localhost' }],
    });
  expect(container.livenessProbe.httpGet.path).toBe('/healthz');
  expect(container.readinessProbe.httpGet.path).toBe('/readyz');
  const stopTimeout = Number(
    /^const stopTimeout = seconds\((\d+)\);$/m.exec(read('service/src/main.ts'))?.[1],
  );
  expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(stopTimeout + 5);
  expect(container.volumeMounts.map(({ name }) => name)).toEqual(pod.volumes.map(({ name }) => name));
});

test('Kubernetes: the settings are known, and the ports are those of the container and of the policy', () => {
  const settings = manifest('ConfigMap sign-in-settings').data ?? {};
  const secrets = Object.keys(manifest('Secret sign-in-secrets').stringData ?? {});
  expect(unknownSettings([...Object.keys(settings), ...secrets])).toEqual([]);
  const ports = podSpec().containers[0].ports.map(({ containerPort }) => String(containerPort));
  expect(ports).toEqual([settings['PORT'], settings['METRICS_PORT']]);
  const ingress = manifest('NetworkPolicy sign-in').spec?.['ingress'] as { ports: { port: number }[] }[];
  expect(ingress.flatMap((rule) => rule.ports.map(({ port }) => String(port)))).toEqual(ports);
});

test('nginx takes larger bodies than the service, waits longer than it, and forgets what clients say of themselves', () => {
  const conf = read('deploy/nginx/nginx.conf');
  const largest = Math.max(
    ...[...read('contract/src/dashboard/invitations.ts').matchAll(/bodyMax: (\d+) \* 1024 \* 1024/g)].map(
      ([, mebibytes]) => Number(mebibytes),
    ),
  );
  expect(Number(/client_max_body_size (\d+)m;/.exec(conf)?.[1])).toBeGreaterThan(largest);
  expect(conf).toContain('proxy_set_header X-Forwarded-For $remote_addr;');
  expect(conf).not.toContain('$proxy_add_x_forwarded_for');
  // What changes something is sent twice only with an Idempotency-Key.
  expect(conf.split('non_idempotent')).toHaveLength(2);
  expect(conf).toMatch(/location @with_key \{\s+proxy_next_upstream error timeout non_idempotent;/);
  const [idle] = /(?<=keepAlive: )[\d_]+/.exec(read('service/src/app.ts')) ?? [];
  const kept = Number(/keepalive_timeout (\d+)s/.exec(read('deploy/nginx/site/upstream.conf'))?.[1]) * 1000;
  expect(kept).toBeLessThan(Number(idle?.replace('_', '')));
  const drain =
    Number(/drainTime = .*production: seconds\((\d+)\)/.exec(read('service/src/main.ts'))?.[1]) * 1000;
  expect(kept).toBeLessThan(drain);
});

test('nginx: an instance that has just started takes calls again before the next one has ended', () => {
  const left = /fail_timeout=(\d+)s/.exec(read('deploy/nginx/site/upstream.conf'))?.[1];
  const drain = /drainTime = .*production: seconds\((\d+)\)/.exec(read('service/src/main.ts'))?.[1];
  expect(Number(left)).toBeLessThan(Number(drain));
});

test('nginx: what goes on with a key is answered too while no instance is there, and systemd can start it', () => {
  const conf = read('deploy/nginx/nginx.conf');
  expect(conf).toMatch(/location \/ \{[^}]*recursive_error_pages on;/);
  expect(conf.split('error_page 502 504 = $unavailable;')).toHaveLength(3);
  const unit = /Description=nginx[\s\S]*?WantedBy/.exec(read('docs/operations.md'))?.[0];
  // The log is /dev/stdout, which nginx opens by name: not possible where systemd makes it a socket of journald.
  expect(conf).toContain('access_log /dev/stdout');
  expect(unit).toMatch(/^ +StandardOutput=append:/m);
  // A small Debian has no /bin/kill.
  expect(unit).toMatch(/^ +ExecReload=\/usr\/sbin\/nginx .* -s reload$/m);
  const files = Number(/LimitNOFILE=(\d+)/.exec(unit ?? '')?.[1]);
  expect(files).toBeGreaterThan(2 * Number(/worker_connections (\d+)/.exec(conf)?.[1]));
  expect(Number(/worker_rlimit_nofile (\d+)/.exec(conf)?.[1])).toBeLessThanOrEqual(files);
});

test('the example of the settings has addresses that can be read', () => {
  const [, address = ''] = /^DATABASE_URL=(.*)$/m.exec(read('deploy/environment.example')) ?? [];
  expect(new URL(address).hostname).toBe('database');
});
