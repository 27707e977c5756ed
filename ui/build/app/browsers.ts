/** The oldest browsers that the product works in: styles and scripts are compiled for them (docs/decisions/older-browsers.md). */
export const browsers = ['chrome109', 'edge109', 'firefox115', 'safari15.6', 'ios15.6'];
