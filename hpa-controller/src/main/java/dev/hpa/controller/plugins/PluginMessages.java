package dev.hpa.controller.plugins;

import dev.hpa.api.SafeText;
import dev.hpa.controller.log.Redactor;
import dev.hpa.kube.memory.Limit;
import dev.hpa.spi.MetricFailure;
import dev.hpa.spi.MetricProvider;
import dev.hpa.spi.MetricQuery;
import dev.hpa.spi.MetricResult;
import dev.hpa.spi.ScaleClient;
import dev.hpa.spi.ScaleException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sanitizes texts of plug-ins for conditions, events and the log: redacts the secrets of settings,
 * truncates to {@link Limit#MESSAGE_CHARS} and {@linkplain SafeText#line escapes} control
 * characters and line breaks, which would change what kubectl prints. Immutable.
 */
final class PluginMessages {

  private final Redactor redactor;

  PluginMessages(Redactor redactor) {
    this.redactor = redactor;
  }

  /** The sanitized text; empty for null. */
  String safe(@Nullable String text) {
    return text == null ? "" : SafeText.line(redactor.redact(text), Limit.MESSAGE_CHARS.asInt());
  }

  /** A factory whose failures are sanitized. */
  <T> Supplier<T> around(Supplier<T> factory) {
    return () -> {
      try {
        return factory.get();
      } catch (RuntimeException failure) {
        throw safe(failure);
      } catch (Error failure) {
        throw safe(failure);
      }
    };
  }

  /** A provider whose failures are sanitized. */
  MetricProvider around(MetricProvider provider) {
    return new SafeMetricProvider(provider, this);
  }

  /** A scale client whose failures are sanitized. */
  ScaleClient around(ScaleClient client) {
    return new SafeScaleClient(client, this);
  }

  /** The results with sanitized failures; a copy only if a text changes. */
  Map<MetricQuery, MetricResult> safe(
      Collection<? extends MetricQuery> queries, Map<MetricQuery, MetricResult> results) {
    Map<MetricQuery, MetricResult> changed = new HashMap<>();
    for (MetricQuery query : queries) {
      if (results.get(query) instanceof MetricFailure failure && !isSafe(failure.message())) {
        changed.put(query, new MetricFailure(failure.category(), safe(failure.message())));
      }
    }
    if (changed.isEmpty()) {
      return results;
    }
    Map<MetricQuery, MetricResult> safe = new HashMap<>(results);
    safe.putAll(changed);
    return safe;
  }

  private boolean isSafe(@Nullable String text) {
    return text != null && safe(text).equals(text);
  }

  /** The failure; a copy if its text changes. */
  ScaleException safe(ScaleException failure) {
    String text = failure.text();
    String safe = safe(text);
    return safe.equals(text)
        ? failure
        : at(failure, new ScaleException(failure.reason(), safe, null));
  }

  /** The failure; a copy with the first line of its text if that changes. */
  RuntimeException safe(RuntimeException failure) {
    String text = failure.getMessage();
    return text == null || firstLine(text).equals(text)
        ? failure
        : at(failure, new PluginFailure(type(failure), firstLine(text)));
  }

  /** The error; a copy with the first line of its text if that changes. */
  Error safe(Error failure) {
    String text = failure.getMessage();
    if (text == null || firstLine(text).equals(text)) {
      return failure;
    }
    return failure instanceof OutOfMemoryError
        ? at(failure, new OutOfMemoryError(firstLine(text)))
        : at(failure, new PluginError(type(failure), firstLine(text)));
  }

  private String firstLine(String text) {
    return safe(text.lines().findFirst().orElse(""));
  }

  private static <T extends Throwable> T at(Throwable place, T failure) {
    failure.setStackTrace(place.getStackTrace());
    return failure;
  }

  /** The class of a failure for messages, also of one whose text was sanitized. */
  static String type(Throwable failure) {
    return switch (failure) {
      case PluginFailure copy -> copy.type;
      case PluginError copy -> copy.type;
      default -> failure.getClass().getSimpleName();
    };
  }

  /** An exception of a plug-in with a sanitized text. */
  private static final class PluginFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String type;

    PluginFailure(String type, String message) {
      super(message);
      this.type = type;
    }

    @Override
    @SuppressWarnings("OverrideThrowableToString") // The message appears without the class.
    public String toString() {
      return type + ": " + getMessage();
    }
  }

  /** An error of a plug-in with a sanitized text. */
  private static final class PluginError extends Error {
    private static final long serialVersionUID = 1;

    private final String type;

    PluginError(String type, String message) {
      super(message);
      this.type = type;
    }

    @Override
    @SuppressWarnings("OverrideThrowableToString") // The message appears without the class.
    public String toString() {
      return type + ": " + getMessage();
    }
  }
}
