/** Risk data (§7): what a same-origin script says about this device. It is awaited shortly and never in the way (decisions, section 2). */
import type { ContextData } from '@app/contract/fields.ts';
import { limits } from '@app/contract/limits.ts';

import type { AppConfig } from '#config.ts';

interface RiskDataScript {
  readonly collect?: (clientId: string) => Promise<ContextData | undefined> | ContextData | undefined;
}
export type LoadScript = (url: string) => Promise<RiskDataScript>;

const loadScript: LoadScript = (url) => import(/* @vite-ignore */ url) as Promise<RiskDataScript>;

/** The client id of this page (decisions, section 2): the secure pair on https. */
export const clientIdOf = ({ clientIds }: Pick<AppConfig, 'clientIds'>, protocol: string): string =>
  protocol === 'https:' ? clientIds.webSecure : clientIds.web;

/**
 * What the script collected, or undefined: switched off, not there, broken, or not done after `limits.riskDataWait`.
 * Called early, it also warms the script up, so that a sign-in need not wait for it.
 */
export async function collectRiskData(
  config: Pick<AppConfig, 'riskDataScriptUrl' | 'clientIds'>,
  { load = loadScript, protocol = location.protocol }: { load?: LoadScript; protocol?: string } = {},
): Promise<ContextData | undefined> {
  const { riskDataScriptUrl: url } = config;
  if (!url) return undefined;
  let timer: number | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = window.setTimeout(resolve, limits.riskDataWait);
  });
  const collected = load(url)
    .then((script) => script.collect?.(clientIdOf(config, protocol)))
    .catch(() => undefined);
  const data = await Promise.race([collected, late]);
  clearTimeout(timer);
  return data;
}
