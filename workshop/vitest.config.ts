/** The tests of the workshop itself, which need no browser. */
import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { name: 'workshop', environment: 'node', include: ['*.test.ts'] } });
