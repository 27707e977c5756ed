/** Reads the parameters of a password hash in its text form (PHC string) and bounds them. */

/** Argon2id: memory in KiB, passes, lanes (threat A11). */
export const passwordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The highest cost that the service computes: a higher one is an attack (threat A11). */
const most = { memoryCost: 256 * 1024, timeCost: 10, parallelism: 4 } as const;

export interface PasswordCost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

const phc =
  /^\$argon2id\$v=19\$m=(\d{1,10}),t=(\d{1,10}),p=(\d{1,3})\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{22,86}$/;

/** The cost of a PHC string, or undefined for anything but an argon2id hash within the bounds. */
export function costOf(hash: string): PasswordCost | undefined {
  // Checks the length first, so that the expression never runs on a long string.
  const [, m, t, p] = (hash.length <= 256 ? phc.exec(hash) : null) ?? [];
  const cost = { memoryCost: Number(m), timeCost: Number(t), parallelism: Number(p) };
  const within =
    cost.memoryCost >= 8 &&
    cost.memoryCost <= most.memoryCost &&
    cost.timeCost >= 1 &&
    cost.timeCost <= most.timeCost &&
    cost.parallelism >= 1 &&
    cost.parallelism <= most.parallelism;
  return within ? cost : undefined;
}

/** True if any parameter is below today's. */
export const isWeaker = (cost: PasswordCost, today: PasswordCost): boolean =>
  cost.memoryCost < today.memoryCost ||
  cost.timeCost < today.timeCost ||
  cost.parallelism < today.parallelism;
