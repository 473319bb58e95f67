# Sourced by the launchers and ./test: sets JAVA_HOME to Java 25 or newer, or prints an error.

java_major() {
  # Reading the release file is faster than starting a JVM.
  sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release" 2>/dev/null
}

# is_java_25 HOME PROGRAM: whether HOME is Java 25 or newer and has bin/PROGRAM
is_java_25() {
  [ -x "$1/bin/$2" ] || return 1
  major=$(java_major "$1")
  [ -n "$major" ] && [ "$major" -ge 25 ]
}

# find_home PROGRAM: sets JAVA_HOME to the first Java 25 or newer that has bin/PROGRAM
find_home() {
  if [ -n "${JAVA_HOME:-}" ] && is_java_25 "$JAVA_HOME" "$1"; then
    return 0
  fi
  on_path=$(command -v "$1" 2>/dev/null)
  if [ -n "$on_path" ]; then
    home=$(dirname "$(dirname "$(readlink -f "$on_path" 2>/dev/null || echo "$on_path")")")
    if is_java_25 "$home" "$1"; then
      JAVA_HOME=$home
      export JAVA_HOME
      return 0
    fi
  fi
  for home in /usr/lib/jvm/* /opt/java/* /opt/jdk* "${HOME:-}"/.sdkman/candidates/java/* "${HOME:-}"/.jdks/* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home \
    /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home /usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home; do
    if is_java_25 "$home" "$1"; then
      JAVA_HOME=$home
      export JAVA_HOME
      return 0
    fi
  done
  return 1
}

# Finds a JDK, for builds.
find_jdk() {
  find_home javac && return 0
  echo "hpa: no JDK 25 or newer found; install one (for example Temurin 25) or set JAVA_HOME to it" >&2
  return 2
}

# Finds a Java runtime.
find_java() {
  find_home java && return 0
  echo "hpa: no Java 25 or newer found; install one (for example Temurin 25) or set JAVA_HOME to it" >&2
  return 2
}
