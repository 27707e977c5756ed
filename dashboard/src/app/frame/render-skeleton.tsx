/** The frame's shape as HTML, for the documents of the build. */
import { renderToStaticMarkup } from 'react-dom/server';

import { FrameSkeleton } from './frame-skeleton.tsx';

export const renderSkeleton = (): string => renderToStaticMarkup(<FrameSkeleton />);
