import { type ComponentChildren, createContext } from "preact";
import { useCallback, useContext, useState } from "preact/hooks";

const AnnounceContext = createContext<(text: string) => void>(() => {});

/** Gives the function that makes a screen reader say something without moving the focus. */
export const useAnnounce = (): ((text: string) => void) => useContext(AnnounceContext);

/** Holds the page's one live region: regions that appear together with their text are often not read. */
export function Announcer({ children }: { children: ComponentChildren }) {
  const [said, setSaid] = useState({ text: "", times: 0 });
  const announce = useCallback((text: string) => setSaid(({ times }) => ({ text, times: times + 1 })), []);
  return (
    <AnnounceContext.Provider value={announce}>
      {children}
      <div class="unseen" role="status">
        {/* A new element even for the same words, or they would not be said a second time. */}
        <span key={said.times}>{said.text}</span>
      </div>
    </AnnounceContext.Provider>
  );
}
