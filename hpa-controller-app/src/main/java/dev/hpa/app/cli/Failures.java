package dev.hpa.app.cli;

import dev.hpa.api.SafeText;
import dev.hpa.controller.plugins.PluginException;
import dev.hpa.kube.client.KubeconfigException;
import dev.hpa.spi.KubernetesApiException;
import java.nio.file.InvalidPathException;

/** What a program reports about an exception. */
public final class Failures {

  private Failures() {}

  /** The line for standard error. */
  public static String line(String program, Exception failure) {
    return program + ": " + SafeText.line(firstLine(failure));
  }

  /** Whether the input of the user caused an exception. */
  public static boolean isOfUsage(Exception failure) {
    return failure instanceof UsageException
        || failure instanceof InvalidPathException
        || failure instanceof KubeconfigException
        || failure instanceof PluginException;
  }

  private static String firstLine(Exception failure) {
    if (failure instanceof InvalidPathException path) {
      return FlagFiles.unusable(path);
    }
    if (failure instanceof KubernetesApiException refused && refused.code() == 401) {
      return "the API server rejects the credentials: %s; log in again, or check --kubeconfig"
          .formatted(refused.text());
    }
    String message = failure.getMessage();
    return message == null || message.isBlank()
        ? failure.getClass().getSimpleName() + "; run with --stack-traces for details"
        : message.lines().findFirst().orElse("");
  }
}
