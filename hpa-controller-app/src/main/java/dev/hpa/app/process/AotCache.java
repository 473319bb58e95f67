package dev.hpa.app.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Checks whether Java uses the AOT cache that the launcher passed. Java ignores a cache that was
 * recorded with another version of Java, other jars or some other options; the start then takes
 * twice the CPU.
 */
public final class AotCache {

  /** The system property with which launchers name the cache. */
  static final String PROPERTY = "hpa.aot-cache";

  /** The memory mappings of this process; exists on Linux only. */
  private static final Path MAPPINGS = Path.of("/proc/self/maps");

  private AotCache() {}

  /** Why the start is slower than necessary, and what to do; empty if it is not, or not known. */
  public static Optional<String> problem() {
    return problem(System.getProperty(PROPERTY), MAPPINGS);
  }

  static Optional<String> problem(@Nullable String cache, Path mappings) {
    if (cache == null || cache.isEmpty() || !Files.isReadable(mappings)) {
      return Optional.empty();
    }
    try (Stream<String> lines = Files.lines(mappings)) {
      // Java maps the file for as long as it uses it.
      if (lines.anyMatch(line -> line.endsWith(cache))) {
        return Optional.empty();
      }
    } catch (IOException unknown) {
      return Optional.empty();
    }
    return Optional.of(
        ("AOT cache \"%s\": not used, because it does not fit this Java (%s), its options or the"
                + " jars, so the start takes about twice the CPU; create it again with train, and"
                + " see the reason with JAVA_OPTS=-Xlog:aot")
            .formatted(cache, Runtime.version()));
  }
}
