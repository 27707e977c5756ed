/**
 * `npm start` loads this into the service: it ends the service in order when its parent process ends, even by SIGKILL.
 * The IPC channel between the two closes when either ends.
 */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
