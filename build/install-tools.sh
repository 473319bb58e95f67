# Sourced by ./hpa and ./test: makes sure of a JDK 25 and of Maven, or says which command installs them.

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

# has_package NAME: whether apt-get knows it
has_package() {
  [ -n "$(apt-cache policy "$1" 2>/dev/null | sed -n 's/^  Candidate: *//p' | grep -v '(none)')" ]
}

# apt_install PACKAGE…: nothing is installed that apt-get does not know
apt_install() {
  as_root apt-get update -qq >&2 || return 1
  for package in "$@"; do
    has_package "$package" || return 1
  done
  echo "hpa: installing $* with apt-get" >&2
  DEBIAN_FRONTEND=noninteractive as_root apt-get install -y -qq --no-install-recommends "$@" >&2
}

explain_jdk() {
  cat >&2 <<'EOF'
hpa: no JDK 25 or newer found. Install one, or set JAVA_HOME to one:
  Debian, Ubuntu   sudo apt-get install openjdk-25-jdk-headless
  Fedora           sudo dnf install java-25-openjdk-devel
  macOS            brew install openjdk@25
  Windows          winget install EclipseAdoptium.Temurin.25.JDK
  any, by SDKMAN   sdk install java 25-tem
EOF
}

explain_maven() {
  cat >&2 <<'EOF'
hpa: Maven 3.8.1 or newer is missing. Install it, so that mvn is on the PATH:
  Debian, Ubuntu   sudo apt-get install maven
  Fedora           sudo dnf install maven
  macOS            brew install maven
  Windows          winget install Apache.Maven
  any, by SDKMAN   sdk install maven
EOF
}

# Returns 2 if a tool is missing and cannot be installed; prints the commands for every missing tool.
require_tools() {
  find_jdk 2>/dev/null || { can_install && apt_install openjdk-25-jdk-headless; }
  command -v mvn >/dev/null 2>&1 || { can_install && apt_install maven; }
  missing=0
  find_jdk 2>/dev/null || { explain_jdk; missing=2; }
  command -v mvn >/dev/null 2>&1 || { explain_maven; missing=2; }
  return "$missing"
}
