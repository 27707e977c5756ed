import { Banner } from '@app/ui/banner';
import { Button } from '@app/ui/button';
import { useRef, useState, type ReactNode } from 'react';

import { useTexts } from '#i18n/use-texts.ts';
import styles from '#screens/invitations/invitations.module.css';
import { readFile, type ReadList } from '#screens/invitations/reading/read-list.ts';

export interface FileReading {
  readonly read: (file: File) => Promise<void>;
  readonly isReading: boolean;
  /** What the person should know about the last file. */
  readonly problem: ReactNode;
}

/** Reads files into the list, and says what is wrong with one. */
export function useFileReading(room: number, onAdd: (list: ReadList) => void): FileReading {
  const { t } = useTexts('invitations');
  const [isReading, setReading] = useState(false);
  const [problem, setProblem] = useState<'tooLarge' | 'notText' | 'unreadable' | 'guessed'>();

  async function read(file: File): Promise<void> {
    setReading(true);
    setProblem(undefined);
    try {
      const list = await readFile(file, room);
      if ('refused' in list) return setProblem(list.refused);
      onAdd(list);
      if (list.encoding === 'windows-1252') setProblem('guessed');
    } catch {
      setProblem('unreadable');
    } finally {
      setReading(false);
    }
  }

  return {
    read,
    isReading,
    problem: problem && (
      <Banner variant={problem === 'guessed' ? 'warning' : 'critical'}>
        {t(`invitations.inviting.file.${problem}`)}
      </Banner>
    ),
  };
}

/** The button that chooses a file, and the word that it can be dropped. */
export function FileChooser({ file }: { file: FileReading }) {
  const { t } = useTexts('invitations');
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        loading={file.isReading}
        onClick={() => input.current?.click()}
      >
        {t('invitations.inviting.file.choose')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
        aria-label={t('invitations.inviting.file.choose')}
        onChange={(event) => {
          const [chosen] = event.currentTarget.files ?? [];
          if (chosen) void file.read(chosen);
          // The same file can be chosen again, once it was mended.
          event.currentTarget.value = '';
        }}
      />
      <span role="status" className={file.isReading ? undefined : styles.drop}>
        {t(file.isReading ? 'invitations.inviting.file.reading' : 'invitations.inviting.file.drop')}
      </span>
    </>
  );
}
