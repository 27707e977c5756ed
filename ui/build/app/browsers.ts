/**
 * The oldest browsers that the apps are built for: the first versions with `light-dark()`. For older ones every colour would
 * be written twice (docs/decisions/first-load.md).
 */
export const browsers = ['chrome123', 'edge123', 'firefox120', 'safari17.5', 'ios17.5'];
