package dev.hpa.cli.recommend;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.api.Json;
import dev.hpa.api.NamespacedName;
import dev.hpa.api.Timestamps;
import dev.hpa.cli.recommend.Analysis.FrontPoint;
import dev.hpa.cli.simulate.ComparisonJson;
import dev.hpa.cli.simulate.Figures;
import dev.hpa.simulation.Patch;
import dev.hpa.simulation.ReplayFigures;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The result as JSON; docs/recommend.md describes the fields. */
final class AnalysisJson {
  private final Analysis analysis;

  private AnalysisJson(Analysis analysis) {
    this.analysis = analysis;
  }

  static ObjectNode of(Analysis analysis) {
    return new AnalysisJson(analysis).tree();
  }

  private ObjectNode tree() {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    tree.put("autoscaler", NamespacedName.of(analysis.inputs().hpa().metadata()).toString());
    tree.put("owner", analysis.owner());
    Instant start =
        analysis.inputs().workload().start().plus(analysis.inputs().workload().warmUp());
    tree.put("start", Timestamps.format(start));
    tree.put("end", Timestamps.format(start.plus(analysis.inputs().counted())));
    ObjectNode load = tree.putObject("load");
    load.put("name", analysis.inputs().spec().demand().main().name());
    load.put("searchedDays", days(Parts.counted(analysis.parts().search()).toSeconds()));
    load.put("verifiedDays", days(Parts.counted(analysis.parts().verification()).toSeconds()));
    tree.set("capacity", Json.tree(analysis.inputs().capacity()));
    tree.set("goal", Json.tree(analysis.goal()));
    tree.put("obstacle", analysis.obstacle());
    tree.put("confidence", analysis.confidence().text());
    tree.put("confidenceReason", analysis.confidence().reason());
    tree.set("warnings", Json.tree(analysis.warnings()));
    ObjectNode today = figures(analysis.today());
    cost(today, analysis.today());
    reserved(today, analysis.today(), null);
    today.set("verified", figures(analysis.todayVerified()));
    tree.set("today", today);
    tree.put("keep", analysis.keep());
    Recommendation proposed = analysis.proposed();
    tree.put("proposed", proposed == null ? null : proposed.name());
    tree.put("risk", proposed == null ? null : analysis.hasReserve(proposed) ? "low" : "medium");
    tree.put("reason", analysis.reason());
    ObjectNode replicas = tree.putObject("replicas");
    replicas.put("replayed", number(analysis.replayedReplicas()));
    Double real = analysis.inputs().realReplicas();
    replicas.set("real", real == null ? NullNode.instance : DecimalNode.valueOf(number(real)));
    ArrayNode all = tree.putArray("recommendations");
    analysis.recommendations().forEach(each -> all.add(recommendation(each)));
    ArrayNode front = tree.putArray("front");
    for (FrontPoint each : analysis.front()) {
      ObjectNode point = figures(each.figures());
      reserved(point, each.figures(), each.request());
      point.set("changes", Json.tree(each.changes()));
      front.add(point);
    }
    tree.set("search", search());
    return tree;
  }

  private ObjectNode search() {
    ObjectNode search = JsonNodeFactory.instance.objectNode();
    search.put("candidates", analysis.candidates());
    search.set("properties", Json.tree(analysis.dimensions()));
    search.put("simulatedDays", number(analysis.effort().days()));
    search.put("seconds", number(analysis.effort().took().toMillis() / 1e3));
    search.put("seed", analysis.effort().seed());
    return search;
  }

  private ObjectNode recommendation(Recommendation each) {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    tree.put("name", each.name());
    tree.setAll(figures(each.searched()));
    tree.put("saving", number(Analysis.saving(each.searched(), analysis.today())));
    cost(tree, each.searched());
    reserved(tree, each.searched(), each.request());
    ObjectNode verified = figures(each.verified());
    verified.put("saving", number(Analysis.saving(each.verified(), analysis.todayVerified())));
    verified.put("meetsGoal", each.isVerified());
    tree.set("verified", verified);
    ArrayNode changes = tree.putArray("changes");
    for (Recommendation.Effect effect : each.effects()) {
      ObjectNode change = Json.mapper().valueToTree(effect.change());
      change.put("saving", number(effect.saving()));
      change.put("unservedWithout", number(effect.without().unserved()));
      change.put("flapsPerDayWithout", number(effect.without().flapsPerDay()));
      change.set("risks", Json.tree(effect.risks()));
      changes.add(change);
    }
    tree.set("risks", Json.tree(each.risks()));
    tree.set("patch", Patch.between(analysis.inputs().hpa(), each.hpa()));
    if (analysis.requests() != null) {
      tree.set("workloadPatch", analysis.requests().patch(each.request()));
    }
    return tree;
  }

  private void cost(ObjectNode tree, ReplayFigures figures) {
    if (analysis.price() != null) {
      tree.put("costPerDay", number(analysis.price() * Analysis.podHoursPerDay(figures)));
    }
  }

  /**
   * @param request null for today's
   */
  private void reserved(ObjectNode tree, ReplayFigures figures, @Nullable Long request) {
    SearchedRequest requests = analysis.requests();
    if (requests != null) {
      long known = request == null ? requests.today() : request;
      tree.put("requestMillicores", known);
      tree.put("coreHoursPerDay", number(requests.coreHoursPerDay(figures, known)));
      tree.put("gibHoursPerDay", number(requests.gibHoursPerDay(figures, known)));
    }
  }

  private static ObjectNode figures(ReplayFigures figures) {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    tree.put("podHoursPerDay", number(Analysis.podHoursPerDay(figures)));
    tree.put("unserved", number(figures.unserved()));
    tree.set("elasticity", ComparisonJson.elasticity(figures.elasticity()));
    tree.put("flapsPerDay", number(figures.flapsPerDay()));
    tree.put("scaleEvents", figures.scaleEvents());
    tree.put("peak", figures.peak());
    tree.put("atMax", number(figures.atMax()));
    return tree;
  }

  private static BigDecimal days(long seconds) {
    return number(seconds / 86_400.0);
  }

  private static BigDecimal number(double value) {
    return Figures.of(value);
  }
}
