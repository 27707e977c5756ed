/**
 * Loaded into the service by `npm start`: ends it in order when the process that started it is gone, even if that was
 * killed without a word. The channel between the two closes with either.
 */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
