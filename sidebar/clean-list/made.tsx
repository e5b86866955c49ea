import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { MadeListView } from "../../src/jobs/clean-list-views";
import { Button } from "../controls/button";
import { announce, RefusalNotice } from "../controls/notice";
import { many } from "../format";
import { UndoCopy } from "../job/undo-copy";
import { useAction, useSession } from "../session";

interface MadeProps {
  made: MadeListView;
  onUndone: () => void;
  children: ComponentChildren;
}

export function Made({ made, onUndone, children }: MadeProps) {
  const { call } = useSession();
  const { sheetId, sheetName, rows } = made;
  const text = `${many(rows, "row")} in “${sheetName}”`;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    announce(text);
  }, [text]);
  const going = useAction(() => call("bringForward", { sheetId, column: null }));
  return (
    <section class="stack">
      <h2 ref={heading} tabIndex={-1}>
        Clean list made
      </h2>
      <div class="last-job">
        <p>{text}</p>
        <Button variant="quiet" working={going.running} onPress={() => void going.start()}>
          Show
        </Button>
      </div>
      <p class="small soft">
        It is a copy: what changes in one list later is not seen in the other. To hand it on, open it and choose{" "}
        <strong>File ▸ Download ▸ CSV</strong>.
      </p>
      <RefusalNotice refusal={going.refusal} />
      <div class="row">{children}</div>
      <UndoCopy made={made} onUndone={onUndone} />
    </section>
  );
}
