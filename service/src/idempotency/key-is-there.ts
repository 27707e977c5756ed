/**
 * A flow throws it when it finds that its Idempotency-Key is stored already: the call repeats another one, whose answer
 * `answerOnce` then gives. It never reaches a route.
 */
export class KeyIsThere extends Error {
  constructor() {
    super('the key of this call is stored already');
  }
}
