# The JVM options that a preset of the controller has: preset_of "$@" prints small or large, the value of --preset among the flags.
preset_of() {
  _preset=small
  _previous=
  for _word; do
    case $_word in
      --preset=*) _preset=${_word#--preset=} ;;
      *) [ "$_previous" = --preset ] && _preset=$_word ;;
    esac
    _previous=$_word
  done
  # The controller reports any other value.
  case $_preset in large) echo large ;; *) echo small ;; esac
}
