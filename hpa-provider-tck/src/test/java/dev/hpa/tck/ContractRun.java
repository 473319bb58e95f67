package dev.hpa.tck;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.Map;
import java.util.TreeMap;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherExecutionRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherExecutionRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * The results of a contract for one subject: its tests by name, with their messages.
 *
 * @param passed tests without messages
 */
public record ContractRun(
    Map<String, String> passed, Map<String, String> failed, Map<String, String> skipped) {

  /** Runs the tests of a class. */
  public static ContractRun of(Class<?> subject) {
    ContractRun run = new ContractRun(new TreeMap<>(), new TreeMap<>(), new TreeMap<>());
    LauncherExecutionRequest request =
        LauncherExecutionRequestBuilder.request(
                LauncherDiscoveryRequestBuilder.request().selectors(selectClass(subject)).build())
            .listeners(run.listener())
            .build();
    LauncherFactory.create().execute(request);
    return run;
  }

  private TestExecutionListener listener() {
    return new TestExecutionListener() {
      @Override
      public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (test.isTest()) {
          results(result.getStatus()).put(name(test), message(result));
        }
      }
    };
  }

  private Map<String, String> results(TestExecutionResult.Status status) {
    return switch (status) {
      case SUCCESSFUL -> passed;
      case FAILED -> failed;
      case ABORTED -> skipped;
    };
  }

  private static String name(TestIdentifier test) {
    return test.getDisplayName().replace("()", "");
  }

  private static String message(TestExecutionResult result) {
    return result.getThrowable().map(Throwable::getMessage).orElse("");
  }
}
