package dev.hpa.app.logging;

import dev.hpa.controller.log.LogSecrets;
import java.io.BufferedOutputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.logging.Filter;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;

/**
 * The log: one line per event. It contains the messages of the program and of plug-ins, filtered by
 * verbosity, and the warnings of bundled libraries and of the JDK.
 */
public final class Logging {

  // Strong references: java.util.logging holds loggers and their levels weakly.
  private static final Logger OURS = Logger.getLogger("dev.hpa");
  private static final Logger JETTY = Logger.getLogger("org.eclipse.jetty");
  private static final Logger CREDENTIALS =
      Logger.getLogger("io.kubernetes.client.util.credentials");

  /** Loggers of the JDK and of bundled libraries. All other loggers belong to plug-ins. */
  private static final List<Logger> LIBRARIES =
      Stream.of(
              "java",
              "javax",
              "jdk",
              "sun",
              "com.sun",
              "io.kubernetes",
              "okhttp3",
              "org.eclipse.jetty",
              "org.jline",
              "com.google",
              "io.micrometer",
              "io.prometheus",
              "org.jose4j",
              "org.bouncycastle")
          .map(Logger::getLogger)
          .toList();

  private static final long MAX_BUFFER = 1 << 30;

  private Logging() {}

  /** Logs errors only, for commands that print results. */
  public static void errorsOnly() {
    configure(LogOptions.of(Verbosity.of(0)));
    OURS.setLevel(Level.SEVERE);
    Logger.getLogger("").setLevel(Level.WARNING);
  }

  /** Replaces the configuration of the log. */
  public static void configure(LogOptions options) {
    Logger root = Logger.getLogger("");
    for (Handler handler : root.getHandlers()) {
      root.removeHandler(handler);
      handler.close();
    }
    Filter verbosity = line -> options.verbosity().isLoggable(line);
    if (options.splitInfo()) {
      root.addHandler(
          handler(System.err, options, line -> verbosity.isLoggable(line) && isError(line)));
      root.addHandler(info(options, line -> verbosity.isLoggable(line) && !isError(line)));
    } else {
      root.addHandler(handler(System.err, options, verbosity));
    }
    root.setLevel(options.verbosity().finest());
    LIBRARIES.forEach(library -> library.setLevel(Level.WARNING));
    JETTY.setLevel(Level.SEVERE);
    // Its warnings with a stack trace are followed by an exception, which is reported.
    CREDENTIALS.setLevel(Level.SEVERE);
    OURS.setLevel(options.verbosity().finest());
  }

  /** Flushes the buffers. */
  public static void flush() {
    for (Handler handler : Logger.getLogger("").getHandlers()) {
      handler.flush();
    }
  }

  private static boolean isError(LogRecord line) {
    return line.getLevel().intValue() >= Level.SEVERE.intValue();
  }

  private static Handler info(LogOptions options, Filter verbosity) {
    if (options.bufferBytes() <= 0) {
      return handler(System.out, options, verbosity);
    }
    int bytes = Math.toIntExact(Math.min(options.bufferBytes(), MAX_BUFFER));
    OutputStream buffer = new BufferedOutputStream(System.out, bytes);
    Handler lines = new LineHandler(buffer, formatter(options), options.flushEvery());
    lines.setFilter(verbosity);
    return lines;
  }

  private static Handler handler(OutputStream to, LogOptions options, Filter verbosity) {
    Handler lines = new LineHandler(to, formatter(options), Duration.ZERO);
    lines.setFilter(verbosity);
    return lines;
  }

  private static Formatter formatter(LogOptions options) {
    return options.format() == LogOptions.Format.JSON
        ? new JsonLine(LogSecrets::redactor)
        : new TextLine(LogSecrets::redactor);
  }
}
