import { expect, test } from 'vitest';

import { inertPage } from './make-floors.ts';

test('the inert page has the markup and styles of the login page, and nothing that starts script', () => {
  const html = [
    '<head><link rel="preload" href="/a.woff2" as="font" crossorigin><style>p{color:red}</style>',
    '<link rel="expect" href="#footer" blocking="render">',
    '<link rel="icon" href="/icon.svg"><link rel="modulepreload" href="/b.js">',
    '<script type="application/json" id="texts">{"a":"<b>"}</script></head>',
    '<body><p>Log in</p><script type="module" src="/a.js"></script></body>',
  ].join('\n');
  expect(inertPage(html)).toBe(
    '<head><style>p{color:red}</style>\n\n<link rel="icon" href="/icon.svg">\n</head>\n<body><p>Log in</p></body>',
  );
});
