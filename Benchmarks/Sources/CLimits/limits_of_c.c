#include "limits_of_c.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef struct limit_rect rect;

// MARK: Autoresizing

static bool differs(double one, double other) { return fabs(other - one) > 1e-9 * fmax(fabs(one), fabs(other)); }

/// Places one axis of a view. Bits of the mask: near margin, length, far margin.
static void resize(double *position, double *length, unsigned mask, double former, double now) {
    if (!mask || !differs(former, now)) return;
    double change = now - former, far = former - *position - *length;
    double near_weight = mask & 1 ? *position : 0, weight = mask & 2 ? *length : 0;
    double sum = near_weight + weight + (mask & 4 ? far : 0);
    if (sum > 1e-9 * (fabs(*position) + fabs(*length) + fabs(far))) {
        *position += change * (near_weight / sum);
        *length += change * (weight / sum);
    } else {
        double share = change / __builtin_popcount(mask);
        if (mask & 1) *position += share;
        if (mask & 2) *length += share;
    }
    if (*length < 0 && mask & 2) *length = 0;
}

int limit_autoresize(const struct limit_views *views, double width, double height, rect *frames, int32_t *changed) {
    int count = 0;
    memcpy(frames, views->frames, sizeof(rect) * (size_t)views->count);
    frames[0].width = width;
    frames[0].height = height;
    changed[count++] = 0;
    for (int view = 1; view < views->count; view++) {
        int superview = views->superviews[view];
        const rect *former = &views->frames[superview], *now = &frames[superview];
        rect *frame = &frames[view];
        resize(&frame->x, &frame->width, views->masks[view] & 7, former->width, now->width);
        resize(&frame->y, &frame->height, views->masks[view] >> 3, former->height, now->height);
        if (memcmp(frame, &views->frames[view], sizeof *frame) != 0) changed[count++] = view;
    }
    return count;
}

// MARK: Places in the window

static rect intersection(rect one, rect other) {
    double left = fmax(one.x, other.x), top = fmax(one.y, other.y);
    double right = fmin(one.x + one.width, other.x + other.width), bottom = fmin(one.y + one.height, other.y + other.height);
    if (right < left || bottom < top) return (rect){0, 0, 0, 0};
    return (rect){left, top, right - left, bottom - top};
}

void limit_window_frames(const struct limit_views *views, struct limit_transform *transforms, rect *frames, rect *visible, rect *clips) {
    for (int view = 0; view < views->count; view++) {
        int superview = views->superviews[view];
        struct limit_transform transform = {1, 0, 0, 1, 0, 0};
        rect frame = {views->origins[view][0], views->origins[view][1], views->frames[view].width, views->frames[view].height};
        if (superview >= 0) {
            transform.tx = transforms[superview].tx + views->frames[view].x - frame.x;
            transform.ty = transforms[superview].ty + views->frames[view].y - frame.y;
            frame.x += transform.tx;
            frame.y += transform.ty;
        }
        transforms[view] = transform;
        frames[view] = frame;
        rect clip = superview >= 0 ? clips[superview] : frame;
        visible[view] = intersection(frame, clip);
        clips[view] = views->flags[view] & limit_clips ? visible[view] : clip;
    }
}

// MARK: Touches

static bool takes(const struct limit_views *views, int view, double x, double y) {
    const rect *frame = &views->frames[view];
    double left = view > 0 ? x - frame->x : x, top = view > 0 ? y - frame->y : y;
    return !(views->flags[view] & limit_hidden) && views->alphas[view] >= 0.01 && views->flags[view] & limit_interactive && left >= 0
           && top >= 0 && left < frame->width && top < frame->height;
}

int limit_hit_test(const struct limit_views *views, double x, double y, int32_t *steps, int *step_count) {
    enum { most_levels = 1000 };
    // Where the siblings of each level begin, and the touch there.
    struct { int first; double x, y; } levels[most_levels + 1];
    int hit = -1, asked = 0, count = 1, level = 0;
    int32_t *siblings = malloc(sizeof(int32_t) * (size_t)views->count);
    siblings[0] = 0;
    levels[0].first = 0;
    levels[0].x = x;
    levels[0].y = y;
    while (count > levels[level].first) {
        int view = siblings[--count];
        bool is_hit = takes(views, view, levels[level].x, levels[level].y);
        steps[2 * asked] = view;
        steps[2 * asked++ + 1] = is_hit;
        if (!is_hit) continue;
        hit = view;
        if (level == most_levels) break;
        levels[level + 1].x = levels[level].x + views->origins[view][0] - (view > 0 ? views->frames[view].x : 0);
        levels[level + 1].y = levels[level].y + views->origins[view][1] - (view > 0 ? views->frames[view].y : 0);
        levels[++level].first = count;
        for (int next = view + 1; next < views->ends[view]; next = views->ends[next]) siblings[count++] = next;
    }
    // Those that were not asked, though they hold the touch.
    for (; level >= 0; level--) {
        while (count > levels[level].first) {
            int view = siblings[--count];
            if (!takes(views, view, levels[level].x, levels[level].y)) continue;
            steps[2 * asked] = view;
            steps[2 * asked++ + 1] = 2;
        }
    }
    free(siblings);
    *step_count = asked;
    return hit;
}

// MARK: What is seen

/// The area of a rectangle that some covers leave, of which each cuts it into up to four pieces.
static double rest(rect piece, const rect *covers, int count) {
    for (int place = 0; place < count; place++) {
        rect common = intersection(piece, covers[place]);
        if (common.width <= 0 || common.height <= 0) continue;
        const rect *others = covers + place + 1;
        int left = count - place - 1;
        double bottom = common.y + common.height, right = common.x + common.width;
        double area = 0;
        if (common.y > piece.y) area += rest((rect){piece.x, piece.y, piece.width, common.y - piece.y}, others, left);
        if (bottom < piece.y + piece.height) area += rest((rect){piece.x, bottom, piece.width, piece.y + piece.height - bottom}, others, left);
        if (common.x > piece.x) area += rest((rect){piece.x, common.y, common.x - piece.x, common.height}, others, left);
        if (right < piece.x + piece.width) area += rest((rect){right, common.y, piece.x + piece.width - right, common.height}, others, left);
        return area;
    }
    return piece.width * piece.height;
}

void limit_visible_areas(const struct limit_views *views, const rect *frames, const rect *visible, double *fractions) {
    rect *covers = malloc(sizeof(rect) * (size_t)views->count);
    double *opacities = malloc(sizeof(double) * (size_t)views->count);
    bool *shown = malloc(sizeof(bool) * (size_t)views->count);
    for (int view = 0; view < views->count; view++) {
        int superview = views->superviews[view];
        opacities[view] = (superview < 0 ? 1 : opacities[superview]) * views->alphas[view];
        shown[view] = (superview < 0 || shown[superview]) && !(views->flags[view] & limit_hidden) && views->alphas[view] > 0;
    }
    int first = views->count;
    for (int view = views->count - 1; view >= 0; view--) {
        double area = frames[view].width * frames[view].height;
        fractions[view] = 0;
        if (visible[view].width <= 0 || visible[view].height <= 0 || !shown[view]) continue;
        if (area > 0) fractions[view] = rest(visible[view], covers + first, views->count - first) / area;
        if (views->flags[view] & limit_covers && opacities[view] >= 0.999) covers[--first] = visible[view];
    }
    free(covers);
    free(opacities);
    free(shown);
}
