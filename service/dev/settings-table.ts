/** The table of settings in docs/reference.md. As a program it prints the table (tools/settings.mjs). */
import { productionNeeds, settingMeanings } from '#settings/setting-meanings.ts';
import { variableDefaults, type VariableName } from '#settings/setting-variables.ts';

/** The rows as Markdown, without padding. */
export function settingsTable(): string {
  const rows = (Object.entries(settingMeanings) as [VariableName, string][]).map(([name, meaning]) => {
    const preset = variableDefaults[name];
    return [`\`${name}\``, preset === undefined ? '' : `\`${preset}\``, meaning, productionNeeds(name)];
  });
  return [['Variable', 'Default', 'Meaning', 'Production'], ['-', '-', '-', '-'], ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

if (import.meta.main) process.stdout.write(settingsTable());
