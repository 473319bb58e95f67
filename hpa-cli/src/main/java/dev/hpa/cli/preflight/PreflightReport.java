package dev.hpa.cli.preflight;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * The results of preflight.
 *
 * @param server address of the API server
 * @param autoscalers number of autoscalers
 * @param decisions decisions about the evaluated autoscalers
 */
public record PreflightReport(
    String server, List<Check> checks, int autoscalers, List<DryRunDecision> decisions) {

  public PreflightReport {
    checks = List.copyOf(checks);
    decisions = List.copyOf(decisions);
  }

  /** Whether no check failed. */
  public boolean passed() {
    return count(Outcome.FAILED) == 0;
  }

  long count(Outcome outcome) {
    return checks.stream().filter(each -> each.outcome() == outcome).count();
  }

  /** The report as JSON. */
  public JsonNode json() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("server", server).put("passed", passed());
    ArrayNode list = json.putArray("checks");
    for (Check check : checks) {
      list.addObject()
          .put("topic", check.topic())
          .put("subject", check.subject())
          .put("outcome", check.outcome().word())
          .put("message", check.message())
          .put("fix", check.fix());
    }
    json.put("autoscalers", autoscalers);
    ArrayNode decided = json.putArray("decisions");
    for (DryRunDecision decision : decisions) {
      decided
          .addObject()
          .put("autoscaler", decision.autoscaler())
          .put("now", decision.now())
          .put("then", decision.then())
          .put("differs", decision.differs())
          .put("problem", decision.problem());
    }
    return json;
  }
}
