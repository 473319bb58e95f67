package dev.hpa.sandbox.watch;

import dev.hpa.sandbox.cluster.StatusException;
import dev.hpa.sandbox.cluster.StatusException.Cause;
import dev.hpa.sandbox.request.ApiRequest;
import java.util.ArrayList;
import java.util.List;

/** Checks which parameters of a list or of a watch may be combined. All errors are reported. */
final class ListOptions {

  private static final String MATCH = "resourceVersionMatch";
  private static final String INITIAL = "sendInitialEvents";
  private static final String EXACT = "Exact";
  private static final String NOT_OLDER = "NotOlderThan";

  private ListOptions() {}

  /** Checks the parameters of a list. */
  static void checkList(ApiRequest request) {
    List<Cause> causes = new ArrayList<>();
    String match = request.parameter(MATCH);
    if (match != null) {
      String version = request.parameter("resourceVersion");
      if (version == null) {
        causes.add(
            Cause.forbidden(
                MATCH, "resourceVersionMatch is forbidden unless resourceVersion is provided"));
      }
      addContinued(request, causes);
      if (!match.equals(EXACT) && !match.equals(NOT_OLDER)) {
        causes.add(Cause.notSupported(MATCH, '"' + match + '"', EXACT, NOT_OLDER, ""));
      }
      if (match.equals(EXACT) && "0".equals(version)) {
        causes.add(
            Cause.forbidden(
                MATCH, "resourceVersionMatch \"exact\" is forbidden for resourceVersion \"0\""));
      }
    }
    if (request.query().containsKey(INITIAL)) {
      causes.add(Cause.forbidden(INITIAL, "sendInitialEvents is forbidden for list"));
    }
    refuse(causes);
  }

  /** Checks the parameters of a watch. */
  static void checkWatch(ApiRequest request) {
    List<Cause> causes = new ArrayList<>();
    String match = request.parameter(MATCH);
    boolean hasInitial = request.query().containsKey(INITIAL);
    if (hasInitial && !NOT_OLDER.equals(match)) {
      causes.add(
          Cause.forbidden(
              MATCH, "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan"));
    }
    if (!hasInitial && match != null) {
      causes.add(
          Cause.forbidden(
              MATCH,
              "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided"));
    }
    if (match != null && !match.equals(NOT_OLDER)) {
      causes.add(Cause.notSupported(MATCH, '"' + match + '"', NOT_OLDER));
    }
    addContinued(request, causes);
    refuse(causes);
  }

  private static void addContinued(ApiRequest request, List<Cause> causes) {
    if (request.parameter("continue") != null) {
      causes.add(
          Cause.forbidden(MATCH, "resourceVersionMatch is forbidden when continue is provided"));
    }
  }

  private static void refuse(List<Cause> causes) {
    if (!causes.isEmpty()) {
      throw StatusException.invalid("meta.k8s.io", "ListOptions", "", causes);
    }
  }
}
