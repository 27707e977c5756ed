/**
 * Collects risk data (spec §7): a same-origin script describes this device. The wait for it is short, and its failure
 * does not stop a sign-in (requirements §2).
 */
import type { ContextData } from '@app/contract/fields/fields.ts';
import * as limits from '@app/contract/fields/limits.ts';
import type { Platform } from '@app/contract/fields/vocabulary.ts';

import type { AppConfig } from '#config.ts';

interface RiskDataScript {
  readonly collect?: (clientId: string) => Promise<ContextData | undefined> | ContextData | undefined;
}
export type LoadScript = (url: string) => Promise<RiskDataScript>;

const loadScript: LoadScript = (url) => import(/* @vite-ignore */ url) as Promise<RiskDataScript>;

/** The client id of this page (requirements §2): the mobile pair for the mobile apps, the secure one on https. */
export function clientIdOf(
  { clientIds }: Pick<AppConfig, 'clientIds'>,
  protocol: string,
  platform: Platform,
): string {
  const mobile = platform === 'android' || platform === 'ios';
  if (protocol === 'https:') return mobile ? clientIds.mobileSecure : clientIds.webSecure;
  return mobile ? clientIds.mobile : clientIds.web;
}

/**
 * The script's risk data, or undefined if the script is disabled, missing, broken or not done after `wait`
 * milliseconds. An early call preloads the script, so that a sign-in does not wait for it.
 */
export async function collectRiskData(
  config: Pick<AppConfig, 'riskDataScriptUrl' | 'clientIds'>,
  {
    load = loadScript,
    protocol = location.protocol,
    platform = 'authentication-ui',
    wait = limits.riskDataWait,
  }: { load?: LoadScript; protocol?: string; platform?: Platform; wait?: number } = {},
): Promise<ContextData | undefined> {
  const { riskDataScriptUrl: url } = config;
  if (!url) return undefined;
  let timer: number | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = window.setTimeout(resolve, wait);
  });
  const collected = load(url)
    .then((script) => script.collect?.(clientIdOf(config, protocol, platform)))
    .catch(() => undefined);
  const data = await Promise.race([collected, late]);
  clearTimeout(timer);
  return data;
}

/** The risk data for a sign-in of this page. */
export const riskDataOf = ({
  config,
  platform,
  loadRiskData: load,
}: {
  readonly config: Parameters<typeof collectRiskData>[0];
  readonly platform: Platform;
  readonly loadRiskData?: LoadScript | undefined;
}): Promise<ContextData | undefined> => collectRiskData(config, { platform, ...(load && { load }) });
