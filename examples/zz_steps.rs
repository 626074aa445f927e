use robots_exclusion::decide::*;
use robots_exclusion::*;
use std::collections::BTreeSet;
fn main() {
    let step: usize = std::env::args().nth(1).map_or(1, |s| s.parse().unwrap());
    let mut files = vec![];
    for dir in ["/work/shared/corpus", "/work/shared/corpus-2025"] {
        for e in walk(std::path::Path::new(dir)) { files.push(e); }
    }
    files.sort();
    let (mut steps, mut removed, mut und) = ([0u64; 3], [0usize; 3], [0usize; 3]);
    let mut differ = 0;
    let list = std::env::var("LIST").is_ok();
    for file in files.iter().step_by(step) {
        let body = std::fs::read(file).unwrap();
        for (i, d) in [Dialect::GOOGLE, Dialect::RFC_9309].into_iter().enumerate() {
            let robots = RobotsTxt::options().dialect(d).parse(&body);
            let policies = policies(&robots);
            let mut b = Budget::default();
            let m = minimize(&policies, &mut b);
            steps[i] += b.spent();
            removed[i] += m.removals().len();
            und[i] += m.undecided().len();
            if list && i == 0 { for r in m.removals() { println!("{}:{}", file.display(), r.line()); } }
        }
        let a = RobotsTxt::options().dialect(Dialect::GOOGLE).parse(&body);
        let c = RobotsTxt::options().parse(&body);
        let (a, c) = (Policy::of_unnamed(&a), Policy::of_unnamed(&c));
        let mut b = Budget::default();
        match equivalent(&a, &c, &mut b) { Answer::Refuted(_) => differ += 1, Answer::Undecided => und[2] += 1, _ => {} }
        steps[2] += b.spent();
    }
    eprintln!("files {} steps minimize google {} rfc {} compare {}; removed {:?} undecided {:?} differ {}", files.len(), steps[0], steps[1], steps[2], removed, und, differ);
}
fn policies(robots: &RobotsTxt<'_>) -> Vec<Policy> {
    let mut names: BTreeSet<String> = robots.groups().flat_map(|g| g.agents().map(|a| String::from_utf8_lossy(a).into_owned()).collect::<Vec<_>>()).collect();
    names.insert("*".into());
    let mut seen = BTreeSet::new();
    let mut out = vec![];
    for n in names {
        let t = [n.as_str()];
        let p = Policy::of(robots, &AgentList::new(&t));
        let l: Vec<u32> = p.rules().map(|r| r.line()).collect();
        if seen.insert(l) { out.push(p); }
    }
    out
}
fn walk(dir: &std::path::Path) -> Vec<std::path::PathBuf> {
    let mut v = vec![];
    for e in std::fs::read_dir(dir).unwrap() { let p = e.unwrap().path(); if p.is_dir() { v.extend(walk(&p)); } else { v.push(p); } }
    v
}
