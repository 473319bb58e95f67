# Sourced by ./hpa and ./test: installs JDK 25 and Maven if possible, after a question on a terminal, or prints the commands that install
# them.

as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  else
    sudo -n "$@"
  fi
}

can_install() {
  command -v apt-get >/dev/null 2>&1 && { [ "$(id -u)" = 0 ] || sudo -n true 2>/dev/null; }
}

is_terminal() {
  [ -t 0 ] && [ -t 2 ]
}

# may_install PACKAGE…: asks on a terminal, where the default is yes; elsewhere says what is installed
may_install() {
  if is_terminal; then
    printf 'hpa: needs %s; install with apt-get as root? [Y/n] ' "$*" >&2
    read -r answer || answer=n
    case $answer in
      [nN]*) return 1 ;;
    esac
  else
    echo "hpa: needs $*; installing with apt-get as root" >&2
  fi
}

# has_package NAME: whether apt-get can install NAME
has_package() {
  [ -n "$(apt-cache policy "$1" 2>/dev/null | sed -n 's/^  Candidate: *//p' | grep -v '(none)')" ]
}

# apt_install PACKAGE…: installs the packages that apt-get has, and names the others
apt_install() {
  as_root apt-get update -qq >&2 || return 1
  available=
  for package; do
    if has_package "$package"; then
      available="$available $package"
    else
      echo "hpa: the package sources of apt-get have no $package" >&2
    fi
  done
  [ -n "$available" ] || return 1
  echo "hpa: installing$available with apt-get (about 1 minute) …" >&2
  log=$(mktemp "${TMPDIR:-/tmp}/hpa-install.XXXXXX")
  # sudo does not pass variables on.
  # shellcheck disable=SC2086
  if as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $available >"$log" 2>&1; then
    rm -f "$log"
  else
    cat "$log" >&2
    return 1
  fi
}

explain_jdk() {
  cat >&2 <<'EOF'
hpa: no JDK 25 or newer found; install one or set JAVA_HOME to it:
  Debian 13, Ubuntu 24.04 or newer   sudo apt-get install openjdk-25-jdk-headless
  Fedora                             sudo dnf install java-25-openjdk-devel
  macOS                              brew install openjdk@25
  Windows                            winget install EclipseAdoptium.Temurin.25.JDK
  SDKMAN, on any Linux or macOS      sdk install java 25-tem
EOF
}

explain_maven() {
  cat >&2 <<'EOF'
hpa: mvn not found on the PATH; install Maven 3.8.1 or newer:
  Debian, Ubuntu                  sudo apt-get install maven
  Fedora                          sudo dnf install maven
  macOS                           brew install maven
  Windows                         choco install maven (winget has no Maven)
  SDKMAN, on any Linux or macOS   sdk install maven
EOF
}

# require_tools: returns 2 if a tool is missing and cannot be installed
require_tools() {
  packages=
  find_jdk 2>/dev/null || packages=openjdk-25-jdk-headless
  command -v mvn >/dev/null 2>&1 || packages="$packages maven"
  # shellcheck disable=SC2086
  [ -z "$packages" ] || { can_install && may_install $packages && apt_install $packages; }
  missing=0
  find_jdk 2>/dev/null || { explain_jdk; missing=2; }
  command -v mvn >/dev/null 2>&1 || { explain_maven; missing=2; }
  return "$missing"
}
