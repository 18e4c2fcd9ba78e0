# A person with the same command line: answers what is asked, returns one result, and accepts all others.
set -u

until [ "$(tandem task list --status done --limit 100 | wc -l)" -ge "$TASKS" ]; do
  tandem question list | cut -f 1 | while read -r id; do
    tandem question answer "$id" --choice 1 < /dev/null
  done
  tandem inbox --kind review | cut -f 3,4 | while read -r number title; do
    case $title in
      returned*) mkdir "$WORLD/returned" 2> /dev/null && verdict='returned --comment Again.' || verdict=accepted ;;
      *) verdict=accepted ;;
    esac
    # shellcheck disable=SC2086
    tandem task review "$number" $verdict < /dev/null
  done
  sleep 0.7
done
touch "$WORLD/over"
