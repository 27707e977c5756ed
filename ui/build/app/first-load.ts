import type { Manifest } from 'vite';

/** The files that the first load of an app consists of, by their paths in the build. */
export interface FirstLoad {
  readonly script: string;
  /** What the script imports before it runs. */
  readonly imports: readonly string[];
  readonly styles: readonly string[];
}

/** The chunk of an entry and its static imports: the scripts and styles of the first load. */
export function firstLoadOf(manifest: Manifest, entry: string): FirstLoad {
  const styles = new Set<string>();
  const imports = new Set<string>();
  const seen = new Set<string>();
  const visit = (key: string): string => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`the manifest has no ${key}`);
    if (seen.has(key)) return chunk.file;
    seen.add(key);
    for (const imported of chunk.imports ?? []) imports.add(visit(imported));
    for (const css of chunk.css ?? []) styles.add(css);
    return chunk.file;
  };
  const script = visit(entry);
  return { script, styles: [...styles], imports: [...imports] };
}
