/**
 * Loaded before the service (`--import`): the whole process gets a clock that the parent moves forwards and backwards, as
 * an operator who corrects a machine's time does. Timers are not touched, as the system does not touch them either.
 */
const real = Date.now;
let offset = 0;

class JumpingDate extends Date {
  constructor(...given: readonly [] | readonly [number | string | Date]) {
    // Only the form without arguments reads the clock.
    if (given.length === 0) super(real() + offset);
    else super(...(arguments as unknown as [number]));
  }
  static override now(): number {
    return real() + offset;
  }
}
globalThis.Date = JumpingDate as unknown as DateConstructor;
process.on('message', (message: { jumpTo: number }) => void (offset = message.jumpTo));
process.channel?.unref();
