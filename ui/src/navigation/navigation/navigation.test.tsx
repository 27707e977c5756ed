import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';

import { NavButton, Navigation } from './navigation.tsx';

test('the server renders it without a style attribute', () => {
  const html = renderToString(
    <Navigation label="Main" toggleLabels={{ collapse: 'Collapse', expand: 'Expand' }} defaultCollapsed>
      <NavButton icon={null} label="Calls" href="/calls" active />
    </Navigation>,
  );
  expect(html).toContain('aria-label="Calls"');
  expect(html).not.toMatch(/ style=|<style|<script/);
});
