/**
 * A stand-in for the DNS, so that a domain can be claimed without internet: a page adds and removes TXT records, and the
 * demo company's record always exists. Development only.
 */
import type { FastifyInstance } from 'fastify';
import * as limits from '@app/contract/fields/limits.ts';

import type { Deps } from '#deps.ts';
import { ssoDomain } from '#dev/seed.ts';
import { checkDueDomains } from '#flows/dashboard/single-sign-on/check-domains.ts';
import { recordName } from '#flows/dashboard/single-sign-on/domain-rules.ts';
import type { TxtRecords } from '#gateways/txt-records.ts';
import { escapeHtml } from '#http/documents/html.ts';
import { createPlainPageSender, plainPage } from '#http/documents/plain-page.ts';
import { installFormScope } from '#http/forms/form-scope.ts';
import type { Headers } from '#http/request/headers.ts';
import { findDomainClaim } from '#store/dashboard/single-sign-on/domain-claims.ts';
import type { Settings } from '#settings/config.ts';
import type { Store } from '#store/store.ts';
import { demoCompanyId } from '#store/before-start.ts';

export interface DnsStandIn {
  txtRecords(store: Store, settings: Settings): TxtRecords;
  install(app: FastifyInstance, headers: Headers, deps: Deps): void;
}

const path = '/stand-in/dns';
const checkPath = `${path}/check`;
const most = { names: 500, ofName: 20, length: 512 };

export function createDnsStandIn(): DnsStandIn {
  const records = new Map<string, string[]>();

  function add(name: string, text: string): void {
    const texts = records.get(name) ?? [];
    if (texts.length >= most.ofName || (texts.length === 0 && records.size >= most.names)) return;
    records.set(name, [...texts.filter((one) => one !== text), text]);
  }
  function remove(name: string, text: string): void {
    const left = (records.get(name) ?? []).filter((one) => one !== text);
    if (left.length > 0) records.set(name, left);
    else records.delete(name);
  }

  return {
    txtRecords: (store, settings) => ({
      async lookUp(name) {
        const found = records.get(name) ?? [];
        if (name !== recordName(ssoDomain, settings)) return found;
        const demo = await findDomainClaim(store.relaxed, demoCompanyId, ssoDomain);
        return demo === undefined ? found : [demo.value, ...found];
      },
    }),
    install(app, headers, deps) {
      const send = createPlainPageSender(headers);
      app.get(path, async (_request, reply) => send(reply, page(records, deps.settings)));
      installFormScope(app, deps.settings, (scope) => {
        scope.post(checkPath, async (_request, reply) => {
          await checkDueDomains(deps);
          return reply.redirect(path, 303);
        });
        scope.post(path, async (request, reply) => {
          const form = request.body as URLSearchParams;
          const name = (form.get('name') ?? '').trim().toLowerCase().replace(/\.$/, '');
          const text = (form.get('text') ?? '').trim().slice(0, most.length);
          if (/^[a-z0-9_.-]+$/.test(name) && name.length <= limits.domainMax && text !== '')
            (form.has('remove') ? remove : add)(name, text);
          return reply.redirect(path, 303);
        });
      });
    },
  };
}

function page(records: ReadonlyMap<string, readonly string[]>, settings: Settings): string {
  const rows = [...records].flatMap(([name, texts]) =>
    texts.map(
      (text) => `<section><dl><dt>Name</dt><dd><code>${escapeHtml(name)}</code></dd>
<dt>Text</dt><dd><code>${escapeHtml(text)}</code></dd></dl>
<form method="post" action="${path}"><input type="hidden" name="name" value="${escapeHtml(name)}">
<input type="hidden" name="text" value="${escapeHtml(text)}"><input type="hidden" name="remove" value="1">
<p class="row"><button>Remove</button></p></form></section>`,
    ),
  );
  return plainPage({
    language: 'en',
    title: 'DNS',
    body: `<p class="mark">Development</p>
<h1>DNS</h1>
<p class="lead">The TXT records that the product finds. They last until the service ends.</p>
<p class="soft"><code>${escapeHtml(recordName(ssoDomain, settings))}</code> always has the demo company's record.</p>
<section><h2>Add a TXT record</h2>
<form method="post" action="${path}">
<label>Name <input name="name" required autocomplete="off" spellcheck="false"></label>
<label>Text <input name="text" required autocomplete="off" spellcheck="false"></label>
<p class="row"><button>Add</button></p></form></section>
<section><h2>Daily check</h2>
<p class="soft">The service looks every hour for domains that it has not checked for a day.</p>
<form method="post" action="${checkPath}"><p class="row"><button>Check now</button></p></form></section>
${rows.join('\n')}`,
  });
}
