package dev.hpa.cli.conformance;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.conformance.cases.Action;
import dev.hpa.conformance.cases.Capability;
import dev.hpa.conformance.cases.Case;
import dev.hpa.conformance.cases.Step;
import dev.hpa.conformance.rules.Level;
import dev.hpa.conformance.rules.RuleCatalog;
import dev.hpa.conformance.transcript.Expectation;
import dev.hpa.conformance.transcript.NotBefore;
import dev.hpa.conformance.transcript.RequestInterval;
import dev.hpa.conformance.transcript.WriteInterval;
import java.util.Locale;

/** A case as JSON: what the suite does in each step, and what it expects. */
final class CaseDescription {

  private final RuleCatalog rules;

  CaseDescription(RuleCatalog rules) {
    this.rules = rules;
  }

  ObjectNode json(Case testCase) {
    ObjectNode node =
        JsonNodeFactory.instance
            .objectNode()
            .put("name", testCase.name())
            .put("profile", testCase.profile().toString())
            .put("featureGates", testCase.profile().featureGates());
    ArrayNode needs = node.putArray("needs");
    testCase.needs().stream().sorted().map(Capability::toString).forEach(needs::add);
    ArrayNode steps = node.putArray("steps");
    testCase.steps().forEach(each -> steps.add(json(each)));
    return node;
  }

  private ObjectNode json(Step step) {
    ObjectNode node = JsonNodeFactory.instance.objectNode().put("name", step.name());
    ArrayNode actions = node.putArray("actions");
    step.actions().forEach(each -> actions.add(json(each)));
    node.put("precondition", step.precondition().description());
    ArrayNode expectations = node.putArray("expectations");
    step.expectations().forEach(each -> expectations.add(json(each)));
    return node.put("holdSyncs", step.hold());
  }

  /** Returns an action with its objects. */
  static ObjectNode json(Action action) {
    ObjectNode node =
        JsonNodeFactory.instance
            .objectNode()
            .put("kind", action.kind().toString().toLowerCase(Locale.ROOT))
            .put("text", action.text());
    ArrayNode manifests = node.putArray("manifests");
    action.manifests().forEach(manifests::add);
    return node;
  }

  private ObjectNode json(Expectation expectation) {
    Level level = rules.get(expectation.rule()).level();
    return JsonNodeFactory.instance
        .objectNode()
        .put("rule", expectation.rule())
        .put("level", level.toString())
        .put("expected", expectation.text())
        .put("when", when(expectation, level));
  }

  /** Returns when an expectation must be met. */
  private static String when(Expectation expectation, Level level) {
    boolean isLimit =
        switch (expectation) {
          case NotBefore ignored -> true;
          case WriteInterval ignored -> true;
          case RequestInterval ignored -> true;
          default -> expectation.isProhibition();
        };
    if (isLimit) {
      return "during the whole step";
    }
    int periods =
        level == Level.REQUIRED
            ? Step.TIMEOUT_PERIODS
            : Step.TIMEOUT_PERIODS + Step.OPTIONAL_PERIODS;
    return "within %d sync periods".formatted(periods);
  }
}
