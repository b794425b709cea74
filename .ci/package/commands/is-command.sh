# True for a command, such as generate. Files, links and options are for the app.
is_command() {
  case ${1-} in
    --help) ;;
    '' | -* | *[/.:]*) return 1 ;;
  esac
}
