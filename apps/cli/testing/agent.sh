# An agent that has a shell and nothing else: takes tasks, asks, crashes, loses one to a twin, and hands in with proof.
# The first word of a title says what happens at its first run. $DID gets a line for each piece of work that was taken.
set -u

do_task() {
  briefing=$1
  number=$(printf '%s\n' "$briefing" | sed -n '1s/^#\([0-9]*\) .*/\1/p')
  kind=$(printf '%s\n' "$briefing" | sed -n '1s/^#[0-9]* \([a-z]*\).*/\1/p')
  first=$WORLD/first-$number
  if [ "$kind" != plain ] && mkdir "$first" 2> /dev/null; then
    case $kind in
      ask) tandem work ask --text "Which way?" --option north --option south > /dev/null 2>&1 && return ;;
      crash) exit 9 ;;
      stolen) (
        export XDG_STATE_HOME=$WORLD/twin-$NAME
        tandem work next --resume > /dev/null 2>&1 && submit
      ) ;;
    esac
  fi
  submit
}

submit() {
  if tandem work submit "$number" --summary "Done by $NAME" --command "proof=echo $number" 2> "$WORLD/said-$NAME"; then
    echo "$number" >> "$DID"
  else
    echo "$? $number" >> "$WORLD/lost"
  fi
}

briefing=$(tandem work next --resume 2> "$WORLD/said-$NAME") && do_task "$briefing"
until [ -e "$WORLD/over" ]; do
  briefing=$(tandem work next --wait 2 2> "$WORLD/said-$NAME")
  case $? in
    0) do_task "$briefing" ;;
    75) ;;
    *) cat "$WORLD/said-$NAME" >&2 && exit 1 ;;
  esac
done
